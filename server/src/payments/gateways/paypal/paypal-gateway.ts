import type { PaymentMode } from '@mela/contract'
import { lazily } from '../../../platform/runtime/lazily.ts'
import type { PaymentGateway } from '../gateway.ts'
import type { PaypalKeys } from './paypal-client.ts'

/** PayPal also takes HUF, JPY and TWD, which have no decimals there. */
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
)
/** A higher amount is refused with MAX_VALUE_EXCEEDED. */
const HIGHEST_CENTS = 999_999_999

export function paypalGateway(mode: PaymentMode, access: PaypalKeys): PaymentGateway {
  const paypal = lazily(async () => (await import('./paypal-calls.ts')).paypalCalls(access))

  return {
    name: 'paypal',
    displayName: 'PayPal',
    mode,
    can: { refund: true, partialRefund: true, dispute: true, pay: 'buttons' },
    currencies: CURRENCIES,
    highestCents: HIGHEST_CENTS,
    clientId: access.clientId,
    enteredAccount: access.merchantId,
    retrieveAccount: async () => (await paypal()).retrieveAccount(),
    prepare: async () => void (await paypal()),
    publicConfig: () => ({ clientId: access.clientId, mode }),
    open: async payment => (await paypal()).open(payment),
    retrieve: async transactionId => (await paypal()).retrieve(transactionId),
    capture: async (sessionId, tryNumber) => (await paypal()).capture(sessionId, tryNumber),
    refund: async (chargeId, amount, ref) => (await paypal()).refund(chargeId, amount, ref),
    retrieveRefund: async refundId => (await paypal()).retrieveRefund(refundId),
    readEvent: async (headers, body, sender) => (await paypal()).readEvent(headers, body, sender),
    disputes: {
      listChanged: async since => (await paypal()).disputes.listChanged(since),
      retrieve: async id => (await paypal()).disputes.retrieve(id),
      accept: async (id, note) => (await paypal()).disputes.accept(id, note),
      sendEvidence: async (id, evidence) => (await paypal()).disputes.sendEvidence(id, evidence),
    },
  }
}
