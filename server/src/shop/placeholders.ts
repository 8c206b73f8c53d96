import {
  COUNTRIES,
  CURRENCY,
  deliversTo,
  formatCount,
  formatPrice,
  listNames,
  PLACEHOLDERS,
  type Placeholder,
  type Settings,
  UNDO_DAYS,
  withoutDelivery,
} from '@mela/contract'

/** The renderer replaces `contact` and `privacy`, which are no values. */
export type Values = Record<Exclude<Placeholder, 'contact' | 'privacy'>, string>

/** `orderSeconds`: an unpaid order holds its stock so long. */
export function placeholderValues(settings: Settings, orderSeconds = 0): Values {
  const { shop, orders, legal } = settings
  const inTown = (before: string) => (shop.town ? before + shop.town : '')
  return {
    'shop.name': shop.name,
    'shop.tagline': asSentence(shop.tagline),
    'shop.email': shop.email,
    'shop.phone': shop.phone ?? '',
    'shop.address': shop.address.join(', '),
    'shop.inTown': inTown(' in '),
    'shop.fromTown': inTown(' from '),
    'delivery.countries': countriesText(settings),
    'orders.unpaidTime': durationText(orderSeconds),
    'orders.prices': pricesText(settings),
    'orders.returns': orders.returnDays
      ? `What you do not like goes back within ${orders.returnDays} days after its delivery.`
      : '',
    'legal.retentionYears': String(legal.retentionYears),
    'legal.undoDays': String(UNDO_DAYS),
  }
}

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g

/** Unknown placeholders stay as they are. */
export function fillIn(
  source: string,
  values: Partial<Record<Placeholder, string>>,
  asText = (value: string) => value,
) {
  return source.replace(PLACEHOLDER, (written, name: string) => {
    const value = Object.hasOwn(PLACEHOLDERS, name) ? values[name as Placeholder] : undefined
    return value === undefined ? written : asText(value)
  })
}

/** What makes an address a link stays. */
export const escapeMarkdown = (value: string): string => value.replace(/[\\`*_~[\](){}<>&!#|]/g, '\\$&')

/** A sentence may end with a sign of its own. */
const asSentence = (text: string) => (/[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text)

function durationText(seconds: number): string {
  const [size, unit] = seconds % 3600 === 0 ? [3600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second']
  const count = seconds / Number(size)
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`
}

function pricesText({ money, delivery }: Settings): string {
  const methods = delivery.zones.flatMap(zone => zone.methods)
  const only = methods.length === 1 && methods[0]?.steps.length === 0 ? methods[0] : undefined
  const inFull = money.currency === CURRENCY.code ? 'US dollars' : money.currency
  const how = money.taxIncluded ? 'contained in' : 'added to'
  const onShipping = money.taxOnShipping ? ' and the shipping' : ''
  const ratesDiffer = money.taxRates.length > 0 ? ', at the rate of the address that we deliver to' : ''
  const price = (amount: number) => formatPrice(amount, money.currency)
  const shipping =
    only && only.freeAbove !== null
      ? `Shipping costs ${price(only.price)} and is free when the items cost more than ${price(only.freeAbove)}.`
      : 'What shipping costs depends on the address and the method.'
  return `Prices are in ${inFull}. ${money.taxPercent}% ${money.taxName ?? 'tax'} is ${how} the price of the items${onShipping}${ratesDiffer}. ${shipping}`
}

/** Countries are named unless they are many. */
function countriesText({ countries: { sold }, delivery }: Settings): string {
  const without = withoutDelivery(delivery, sold)
  const served = sold.filter(code => !without.includes(code))
  if (served.length > 5) {
    const which = without.length > 0 ? 'of the countries that' : 'countries, which'
    return `${served.length} ${which} the address form lists`
  }
  const isWhole = (country: string) => deliversTo(delivery, { country, state: '' })
  const names = served.map(code => (isWhole(code) ? '' : 'parts of ') + (COUNTRIES[code] ?? code))
  return listNames(names) || 'no country yet'
}
