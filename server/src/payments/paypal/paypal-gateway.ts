import type { PaymentMode } from '@mela/contract'
import type { PaymentGateway } from '../gateway.ts'
import type { PaypalCalls } from './paypal-calls.ts'
import type { PaypalAccess } from './paypal-client.ts'

/** PayPal as a payment gateway. The SDK is loaded with the first payment, not with the shop. */
export function paypalGateway(mode: PaymentMode, access: PaypalAccess): PaymentGateway {
  let loading: Promise<PaypalCalls> | undefined
  const paypal = () => {
    loading ??= import('./paypal-calls.ts').then(({ paypalCalls }) => paypalCalls(access))
    return loading
  }

  return {
    name: 'paypal',
    mode,
    publicConfig: () => ({ clientId: access.clientId, mode }),
    open: async payment => (await paypal()).open(payment),
    look: async transactionId => (await paypal()).look(transactionId),
    take: async (sessionId, tryNumber) => (await paypal()).take(sessionId, tryNumber),
    refund: async (chargeId, amount, ref) => (await paypal()).refund(chargeId, amount, ref),
    lookRefund: async refundId => (await paypal()).lookRefund(refundId),
    readEvent: async (headers, body, sender) => (await paypal()).readEvent(headers, body, sender),
    disputes: {
      listChanged: async since => (await paypal()).disputes.listChanged(since),
      look: async id => (await paypal()).disputes.look(id),
      accept: async (id, note) => (await paypal()).disputes.accept(id, note),
      sendEvidence: async (id, evidence) => (await paypal()).disputes.sendEvidence(id, evidence),
    },
  }
}
