import { countriesOf } from '../orders/places.ts'
import type { Offer } from '../settings/payment-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { toCents } from '../shared/money.ts'
import { gatewayNames, type WayToPay } from './payments.ts'

/** `country` is that of the delivery, undefined while it is not known. */
export interface ToPay {
  country: string | undefined
  currency: string
  cents: number
}

type PaymentSettings = Settings['payments']

/**
 * The ways that an order or a cart may be paid by, in the owner's order; for anything that is sold when nothing is named.
 * Whether a provider is connected is not asked here.
 */
export const offeredGateways = (payments: PaymentSettings, toPay?: ToPay): WayToPay[] =>
  payments.ways
    .filter(({ way, ...offer }) => (toPay ? isOffered(offer, toPay) : offer.isOn) && isReady(payments, way))
    .map(({ way }) => way)

/** A transfer needs an account that it can go to. */
const isReady = ({ accountHolder, iban, accountNumber, upiId }: PaymentSettings, way: WayToPay): boolean =>
  way !== 'transfer' || (accountHolder !== null && (iban !== null || accountNumber !== null || upiId !== null))

/** Decimal; it is added to the order. */
export const feeOf = ({ deliveryFee }: Pick<PaymentSettings, 'deliveryFee'>, way: WayToPay | undefined): number =>
  way === 'delivery' ? deliveryFee : 0

export function feeRuleOf(payments: Pick<PaymentSettings, 'deliveryFee'>, way: WayToPay | undefined) {
  const cents = toCents(feeOf(payments, way))
  return way && cents > 0 ? { fee: { label: gatewayNames[way], cents } } : {}
}

export function isOffered(
  { isOn, countries, currencies, from, to }: Offer,
  { country, currency, cents }: ToPay,
): boolean {
  const isThere = country === undefined || countries.length === 0 || countries.flatMap(countriesOf).includes(country)
  const isTaken = currencies.length === 0 || currencies.includes(currency)
  return isOn && isThere && isTaken && cents >= toCents(from ?? 0) && (to === null || cents <= toCents(to))
}
