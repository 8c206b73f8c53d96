import { countryOf, type ShippingAddress, sumOf } from '@mela/contract'
import type Stripe from 'stripe'
import type { OpenPayment } from '../gateway.ts'

type Request = Stripe.Checkout.SessionCreateParams
type Line = NonNullable<Request['line_items']>[number]

const NAME_MAX = 250
const MOST_LINES = 100

/** The shortest time of a session is half an hour; the rest is for an attempt whose first request was lost. */
const SHORTEST_MS = 60 * 60_000
const LONGEST_MS = 23 * 3600_000

/** The answers to one attempt are the same, as Stripe asks for an idempotency key: nothing here is of the moment. */
export function sessionRequest(payment: OpenPayment): Request {
  const { orderRef, orderName, brand, attempt, shipTo, buyerEmail, returnUrl } = payment
  return {
    mode: 'payment',
    client_reference_id: orderRef,
    metadata: { order: orderRef, attempt: attempt.id },
    payment_intent_data: {
      description: `${brand} order ${orderName}`,
      metadata: { order: orderRef, attempt: attempt.id },
      ...(shipTo && { shipping: shippingOf(shipTo) }),
    },
    ...(isExportOfIndia(payment) && { billing_address_collection: 'required' }),
    line_items: linesOf(payment),
    // The buyer pays in the order's currency, or the payment would not equal the order.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(expiryOf(payment) / 1000),
    success_url: successUrl(returnUrl),
    cancel_url: returnUrl,
    ...(buyerEmail && { customer_email: buyerEmail }),
  }
}

function shippingOf(shipTo: ShippingAddress) {
  const { name, building, street, city, state, pinCode, postal } = shipTo
  const [line1, line2] = postal ? [street, building] : [building, street]
  return {
    name: `${name.firstName} ${name.lastName}`.trim(),
    address: {
      line1,
      // Stripe refuses an empty text.
      line2: line2 || undefined,
      city: city || undefined,
      state: state || undefined,
      postal_code: pinCode || undefined,
      country: countryOf(shipTo),
    },
  }
}

/** Where Stripe demands the buyer's name and address, it takes neither from the shop; others need not type it again. */
const isExportOfIndia = ({ shopCountry, billingCountry, amount }: OpenPayment) =>
  shopCountry === 'IN' && (billingCountry !== 'IN' || amount.currency !== 'INR')

/** Leads back with the id of the session, which Stripe puts in, and as one that the buyer has paid. */
function successUrl(returnUrl: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('PayerID', 'stripe')
  return `${url.href}&token={CHECKOUT_SESSION_ID}`
}

/** Not before the order's own time; the shop ends the session with the order. */
function expiryOf({ attempt, payBy }: OpenPayment): number {
  const opened = attempt.at.getTime()
  return Math.min(opened + LONGEST_MS, Math.max(payBy?.getTime() ?? 0, opened + SHORTEST_MS))
}

/** The lines of the order where they add up to its amount, as without a discount; else the amount alone. */
function linesOf({ amount, breakdown, lines, brand, orderName }: OpenPayment): Line[] {
  const line = (name: string, cents: number, quantity = 1): Line => ({
    quantity,
    price_data: {
      currency: amount.currency.toLowerCase(),
      unit_amount: cents,
      product_data: { name: name.slice(0, NAME_MAX).toWellFormed() },
    },
  })
  const { shipping, tax } = breakdown
  const all = [
    ...lines.map(({ name, options, quantity, unit }) => line(nameOf(name, options), unit.cents, quantity)),
    ...(shipping.cents > 0 ? [line('Delivery', shipping.cents)] : []),
    ...(tax.cents > 0 ? [line('Tax', tax.cents)] : []),
  ]
  const total = sumOf(lines.map(({ quantity, unit }) => quantity * unit.cents)) + shipping.cents + tax.cents
  const isWhole = total === amount.cents && all.length <= MOST_LINES
  return isWhole ? all : [line(`${brand} order ${orderName}`, amount.cents)]
}

/** The end of a long name is left out, so that sizes can be told apart. */
function nameOf(name: string, options: string): string {
  const chosen = options === '' ? '' : `, ${options}`.slice(0, NAME_MAX / 2)
  return name.slice(0, NAME_MAX - chosen.length) + chosen
}
