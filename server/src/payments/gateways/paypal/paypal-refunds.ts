import type { PaymentGateway, ProviderRefund } from '../gateway.ts'
import { moneyOf } from './order-request.ts'
import type { PaypalCall } from './paypal-client.ts'
import { persistently, unlessMissing } from './persistently.ts'
import { possibleId } from './possible-id.ts'
import { providerRefundOf } from './snapshot.ts'

const prefer = 'return=representation'

export function paypalRefunds(call: PaypalCall): Pick<PaymentGateway, 'refund' | 'retrieveRefund'> {
  return {
    async refund(chargeId, amount, ref): Promise<ProviderRefund> {
      // A webhook that arrives before this answer finds our row by the reference.
      const body = { amount: moneyOf(amount), customId: ref }
      const request = { captureId: chargeId, paypalRequestId: ref, prefer, body }
      const refund = await persistently(() => call(({ payments }) => payments.refundCapturedPayment(request)))
      return { ...providerRefundOf(refund, chargeId), ownRef: ref }
    },

    async retrieveRefund(refundId) {
      if (!possibleId.test(refundId)) return undefined
      const refund = await unlessMissing(() => call(({ payments }) => payments.getRefund({ refundId })))
      return refund && providerRefundOf(refund)
    },
  }
}
