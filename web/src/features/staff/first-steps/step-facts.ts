import { COUNTRIES, type FirstSteps, formatPrice, listNames, type ShopInfo } from '@mela/contract'

type Step = Pick<FirstSteps['steps'][number], 'step' | 'missing'>

/** What is set for a step at present, and what is missing; undefined for steps that are told by their description. */
export function factOf({ step, missing }: Step, shop: ShopInfo): string | undefined {
  if (step === 'name') return `It is called ${shop.name}.`
  if (step === 'money') return `In ${shop.currency}, ${taxText(shop)}.`
  if (step === 'countries') return `Sold to ${listNames(namesOf(shop.countries), 3)}.`
  if (step === 'delivery') return [`${zonesText(shop)}.`, ...withoutZone(missing)].join(' ')
  if (step === 'mail' && !missing.includes('a mail server')) return MAIL_IS_SET
  if (step === 'pages' && missing.length > 0) return `Still missing: ${missing.join('; ')}.`
  if (step === 'pages') return `${[shop.email, ...shop.address].join(', ')}; and About, Contact, Privacy and Terms.`
  if (step === 'open') return shop.isClosed ? 'It is closed: visitors see “Opening soon”.' : 'It is open to everybody.'
  return undefined
}

const MAIL_IS_SET = 'Emails leave through your mail server. Send one to yourself, and see whether it arrives.'

const namesOf = (codes: readonly string[]) => codes.map(code => COUNTRIES[code] ?? code)

const withoutZone = (countries: readonly string[]) =>
  countries.length > 0 ? [`Sold to, but in no zone: ${listNames(countries, 3)}.`] : []

const zonesText = ({ zones, currency }: ShopInfo) => zones.map(zone => zoneText(zone, currency)).join(', ')

function taxText({ taxPercent, taxIncluded, taxRates }: ShopInfo): string {
  const others = taxRates.length > 0 ? ', with other rates by place' : ''
  if (taxPercent === 0) return `without tax${others}`
  return `${taxPercent} % ${taxIncluded ? 'included' : 'on top'}${others}`
}

function zoneText({ name, methods }: ShopInfo['zones'][number], currency: string): string {
  const prices = methods.flatMap(({ price, steps }) => [price, ...steps.map(step => step.price)])
  if (prices.length === 0) return `${name} without a method`
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return `${name} ${lowest === highest ? 'for' : 'from'} ${formatPrice(lowest, currency)}`
}
