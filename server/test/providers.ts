import type { PaymentGatewayName } from '@mela/contract'
import type { Fault as PaypalFault } from '@mela/paypal-emulator'
import type { Fault as StripeFault } from '@mela/stripe-emulator'
import type { Choice } from './approve.ts'
import type { startShop } from './shop.ts'

/** What goes wrong at every provider. */
type SharedFault = Extract<PaypalFault, StripeFault>

/** How a test steers a provider, where providers differ. */
export interface ProviderDriver {
  name: PaymentGatewayName
  /** Parts of the requests of the shop. */
  calls: { open: string; read: string; take: string; refund: string }
  /** Parts of the names of events. */
  events: { paid: string; refunded: string }
  /** Events of a payment and of a refund in the provider's dashboard, together. */
  eventsOfBoth: number
  forgeries: readonly string[]
  /** The buyer's choice of a payment that takes days. */
  later: Choice
  /** Whether the buyer's agreement takes the money, without a call of the shop. */
  takesAtOnce: boolean
  addFault(fault: SharedFault): void
  forge(kind: string): void
  /** The next payment takes one dollar. */
  takeOtherAmount(): void
  clearFaults(): void
  webhooksDelivered(): Promise<void>
  arrive(chargeId: string): void
  bounce(chargeId: string): void
  refund(chargeId: string, amount?: string): void
  setClockAhead(hours: number): void
}

type Shop = ReturnType<typeof startShop>

/** The emulator is open only while tests run. */
export const paypalDriver = (shop: Shop): ProviderDriver => ({
  name: 'paypal',
  calls: { open: '^POST /v2/checkout/orders$', read: '^GET /v2/checkout/orders', take: '/capture$', refund: '/refund' },
  events: { paid: 'CAPTURE', refunded: 'REFUNDED' },
  eventsOfBoth: 2,
  forgeries: ['webhook-bad-signature', 'webhook-wrong-id', 'webhook-tampered'],
  later: 'echeck',
  takesAtOnce: false,
  addFault: fault => shop.emulator.addFault(fault),
  forge: kind => shop.emulator.addFault({ kind, path: 'CAPTURE' } as PaypalFault),
  takeOtherAmount: () => shop.emulator.addFault({ kind: 'capture', amount: '1.00', count: 1 }),
  clearFaults: () => shop.emulator.clearFaults(),
  webhooksDelivered: () => shop.emulator.webhooksDelivered(),
  arrive: id => shop.emulator.trigger({ what: 'capture-completed', id }),
  bounce: id => shop.emulator.trigger({ what: 'capture-denied', id }),
  refund: (id, amount) => shop.emulator.trigger({ what: 'capture-refunded', id, ...(amount && { amount }) }),
  setClockAhead: hours => shop.emulator.setClockAhead(hours),
})

export const stripeDriver = (shop: Shop): ProviderDriver => ({
  name: 'stripe',
  calls: {
    open: 'POST /v1/checkout/sessions$',
    read: 'GET /v1/checkout/sessions/',
    take: 'GET /v1/checkout/sessions/',
    refund: 'POST /v1/refunds',
  },
  events: { paid: 'payment_intent.succeeded', refunded: 'refund' },
  eventsOfBoth: 4,
  forgeries: ['webhook-bad-signature', 'webhook-old', 'webhook-tampered'],
  later: 'later',
  takesAtOnce: true,
  addFault: fault => shop.stripe.addFault(fault),
  forge: kind => shop.stripe.addFault({ kind } as StripeFault),
  takeOtherAmount: () => shop.stripe.addFault({ kind: 'payment', amount: 100, count: 1 }),
  clearFaults: () => shop.stripe.clearFaults(),
  webhooksDelivered: () => shop.stripe.webhooksDelivered(),
  arrive: id => shop.stripe.trigger({ what: 'payment-succeeded', id }),
  bounce: id => shop.stripe.trigger({ what: 'payment-failed', id }),
  refund: (id, amount) => shop.stripe.trigger({ what: 'payment-refunded', id, ...(amount && { amount }) }),
  setClockAhead: hours => shop.stripe.setClockAhead(hours),
})
