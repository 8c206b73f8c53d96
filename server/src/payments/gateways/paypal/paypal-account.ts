import { z } from 'zod'
import { GatewayError, type PaymentGateway } from '../gateway.ts'
import { callByHand } from './call-by-hand.ts'
import type { PaypalCall } from './paypal-client.ts'

/** PayPal's payer id of an account is its merchant id. */
const userInfo = z.object({ payer_id: z.string().min(1) })

const WRONG_KEYS = ['invalid_client', 'unauthorized_client']

export function paypalAccount(call: PaypalCall): Pick<PaymentGateway, 'retrieveAccount'> {
  return {
    async retrieveAccount() {
      const path = '/v1/identity/oauth2/userinfo'
      const ask = call(({ client }) =>
        callByHand(client, 'GET', path, request => request.query('schema', 'paypalv1.1')),
      )
      return userInfo.safeParse(await ask.catch(unlessAccepted)).data?.payer_id
    },
  }
}

/** An app may lack the right to this call; its keys are accepted all the same. */
function unlessAccepted(error: unknown): undefined {
  const isAccepted = error instanceof GatewayError && error.kind !== 'ambiguous'
  if (!isAccepted || WRONG_KEYS.includes(error.issue ?? '')) throw error
}
