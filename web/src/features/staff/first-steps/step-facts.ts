import { COUNTRIES, type FirstStep, formatPrice, type ShopInfo } from '@mela/contract'

/** What is set for a step at present, in a sentence; undefined for steps that are told by their description. */
export function factOf(step: FirstStep, shop: ShopInfo): string | undefined {
  if (step === 'name') return `It is called ${shop.name}.`
  if (step === 'money') return `In ${shop.currency}, ${taxText(shop)}.`
  if (step === 'countries') return `Sold to ${listText(shop.countries.map(code => COUNTRIES[code] ?? code))}.`
  if (step === 'delivery') return `${shop.zones.map(zone => zoneText(zone, shop.currency)).join(', ')}.`
  if (step === 'pages') return `${[shop.email, ...shop.address].join(', ')}; and About, Contact, Privacy and Terms.`
  if (step === 'open') return shop.isClosed ? 'It is closed: visitors see “Opening soon”.' : 'It is open to everybody.'
  return undefined
}

function taxText({ taxPercent, taxIncluded, taxRates }: ShopInfo): string {
  const others = taxRates.length > 0 ? ', with other rates by place' : ''
  if (taxPercent === 0) return `without tax${others}`
  return `${taxPercent} % ${taxIncluded ? 'included' : 'on top'}${others}`
}

/** 'Germany, Austria and 25 more'. */
function listText(names: string[]): string {
  const rest = names.length - 3
  const shown = rest > 1 ? [...names.slice(0, 3), `${rest} more`] : names
  return shown.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

function zoneText({ name, methods }: ShopInfo['zones'][number], currency: string): string {
  const prices = methods.flatMap(({ price, steps }) => [price, ...steps.map(step => step.price)])
  if (prices.length === 0) return `${name} without a method`
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return `${name} ${lowest === highest ? 'for' : 'from'} ${formatPrice(lowest, currency)}`
}
