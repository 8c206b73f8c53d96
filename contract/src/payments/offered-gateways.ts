import { countriesOf } from '../orders/places.ts'
import type { Offer } from '../settings/payment-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { toCents } from '../shared/money.ts'
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

/**
 * The ways that an order or a cart may be paid by, in the owner's order. Whether a provider is connected is not asked
 * here.
 */
export const offeredGateways = (payments: PaymentSettings, toPay: Payable): WayToPay[] =>
  payments.ways
    .filter(({ way, ...offer }) => isOffered(offer, toPay) && isReady(payments, way, toPay.currency))
    .map(({ way }) => way)

/** A transfer needs an account that it can go to; a UPI ID takes rupees alone. */
const isReady = (
  { accountHolder, iban, accountNumber, upiId }: PaymentSettings,
  way: WayToPay,
  currency: string,
): boolean =>
  way !== 'transfer' ||
  (accountHolder !== null && (iban !== null || accountNumber !== null || (upiId !== null && currency === 'INR')))

/** The ways that take the currency of the shop, of these providers and of what needs none. */
export const listTakers = (
  { payments, money: { currency } }: Pick<Settings, 'payments' | 'money'>,
  providers: readonly { name: WayToPay; currencies: ReadonlySet<string> }[],
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
