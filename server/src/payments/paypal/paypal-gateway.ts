import type { PaymentMode } from '@mela/contract'
import type { PaymentGateway } from '../gateway.ts'
import type { PaypalAccess } from './paypal-client.ts'

/** PayPal as a payment gateway. The SDK is loaded with the first payment, not with the shop. */
export function paypalGateway(mode: PaymentMode, access: PaypalAccess): PaymentGateway {
  let loading: Promise<Pick<PaymentGateway, 'open' | 'look' | 'take'>> | undefined
  const orders = () => {
    loading ??= import('./paypal-orders.ts').then(({ paypalOrders }) => paypalOrders(access))
    return loading
  }

  return {
    name: 'paypal',
    mode,
    publicConfig: () => ({ clientId: access.clientId, mode }),
    open: async payment => (await orders()).open(payment),
    look: async transactionId => (await orders()).look(transactionId),
    take: async (sessionId, tryNumber) => (await orders()).take(sessionId, tryNumber),
  }
}
