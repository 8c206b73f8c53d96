import { countriesOf } from '../orders/places.ts'
import type { Offer } from '../settings/payment-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { COUNTRIES } from '../shared/countries.ts'
import { formatPrice, fromCents, toCents } from '../shared/money.ts'
import { gatewayNames, isOffline, type WayToPay } from './payments.ts'

/** `country` is that of the delivery, undefined while it is not known. */
export interface ToPay {
  country: string | undefined
  currency: string
  cents: number
}

/** While country or amount are unknown, no way is left out because of them. */
type Payable = Partial<ToPay> & Pick<ToPay, 'currency'>

type PaymentSettings = Settings['payments']

/** The ways that an order or a cart may be paid by, in the owner's order; a provider may lack its keys. */
export const offeredGateways = (payments: PaymentSettings, toPay: Payable): WayToPay[] =>
  payments.ways
    .filter(({ way, ...offer }) => isOffered(offer, toPay) && isReady(payments, way, toPay.currency))
    .map(({ way }) => way)

const isReady = (payments: PaymentSettings, way: WayToPay, currency: string): boolean =>
  way !== 'transfer' || takesTransfers(payments, currency)

/** A transfer needs an account that it can go to; a UPI ID takes rupees alone. */
export const takesTransfers = (
  { accountHolder, iban, accountNumber, upiId }: PaymentSettings,
  currency: string,
): boolean =>
  accountHolder !== null && (iban !== null || accountNumber !== null || (upiId !== null && currency === 'INR'))

export interface Provider {
  name: WayToPay
  currencies: ReadonlySet<string>
  /** The highest amount of one payment, in the minor unit of the currency. */
  highestCents(currency: string): number
}

/** What the ways are offered for that the shop has at this moment, in the owner's order. */
export const listOffers = (
  payments: PaymentSettings,
  providers: readonly Provider[],
  currency: string,
): PaymentSettings['ways'] =>
  payments.ways.flatMap<PaymentSettings['ways'][number]>(({ way, ...offer }) => {
    if (isOffline(way)) return isReady(payments, way, currency) ? [{ way, ...offer }] : []
    const provider = providers.find(({ name }) => name === way)
    return provider ? [{ way, ...offerAt(provider, offer, currency) }] : []
  })

export function offerAt({ currencies, highestCents }: Omit<Provider, 'name'>, offer: Offer, currency: string): Offer {
  const taken = offer.currencies.length === 0 ? [...currencies] : offer.currencies.filter(code => currencies.has(code))
  const highest = fromCents(highestCents(currency))
  const isOn = offer.isOn && taken.length > 0
  return { ...offer, isOn, currencies: taken, to: Math.min(offer.to ?? highest, highest) }
}

/** Says why none of these offers is for this payment, and what the buyer can do. */
export function noWaySentence(
  offers: readonly Offer[],
  { country, currency, cents }: ToPay,
  byGiftCard: boolean,
): string {
  const inCurrency = offers.filter(offer => isOffered(offer, { currency }))
  if (inCurrency.length === 0) return 'The shop takes no payment for this order at the moment. Please try again later.'
  const inCountry = inCurrency.filter(offer => isOffered(offer, { country, currency }))
  if (country !== undefined && inCountry.length === 0)
    return `The shop offers no way to pay for orders to ${COUNTRIES[country] ?? country}. Please choose another address.`
  const price = (amount: number) => formatPrice(amount, currency)
  const lowest = Math.min(...inCountry.map(({ from }) => from ?? 0))
  const sum = price(fromCents(cents))
  if (cents >= toCents(lowest)) return `The shop offers no way to pay ${sum}. Please order less.`
  const cure = byGiftCard ? 'add something, or take a gift card out' : 'add something'
  return `Payments begin at ${price(lowest)}, and ${sum} is left to pay. Please ${cure}.`
}

/** The ways that take the currency of the shop, of these providers and of what needs none. */
export const listTakers = (
  { payments, money: { currency } }: Pick<Settings, 'payments' | 'money'>,
  providers: readonly Pick<Provider, 'name' | 'currencies'>[],
): WayToPay[] => {
  const able = providers.filter(({ currencies }) => currencies.has(currency)).map(({ name }) => name)
  return offeredGateways(payments, { currency }).filter(way => isOffline(way) || able.includes(way))
}

/** Decimal; it is added to the order. */
export const feeOf = ({ deliveryFee }: Pick<PaymentSettings, 'deliveryFee'>, way: WayToPay | undefined): number =>
  way === 'delivery' ? deliveryFee : 0

export function feeRuleOf(payments: Pick<PaymentSettings, 'deliveryFee'>, way: WayToPay | undefined) {
  const cents = toCents(feeOf(payments, way))
  return way && cents > 0 ? { fee: { label: gatewayNames[way], cents } } : {}
}

export function isOffered(
  { isOn, countries, currencies, from, to }: Offer,
  { country, currency, cents }: Payable,
): boolean {
  const isThere = country === undefined || countries.length === 0 || countries.flatMap(countriesOf).includes(country)
  const isTaken = currencies.length === 0 || currencies.includes(currency)
  const isWithin = cents === undefined || (cents >= toCents(from ?? 0) && (to === null || cents <= toCents(to)))
  return isOn && isThere && isTaken && isWithin
}
