import { z } from 'zod'
import { GatewayError } from '../gateway.ts'
import { callByHand, type PaypalAccess, type PaypalCall, paypalCaller } from './paypal-client.ts'
import { paypalDisputes } from './paypal-disputes.ts'
import { paypalEvents } from './paypal-events.ts'
import { paypalOrders } from './paypal-orders.ts'

/** This module imports the SDK, so it is loaded on first use. */
export function paypalCalls(access: PaypalAccess) {
  const call = paypalCaller(access)
  return {
    retrieveAccount: () => retrieveAccount(call),
    ...paypalOrders(call),
    ...paypalEvents(call, access),
    disputes: paypalDisputes(call),
  }
}

/** PayPal's payer id of an account is its merchant id. */
const userInfo = z.object({ payer_id: z.string().min(1) })

async function retrieveAccount(call: PaypalCall): Promise<string | undefined> {
  const answer = callByHand(call, 'GET', '/v1/identity/oauth2/userinfo', request =>
    request.query('schema', 'paypalv1.1'),
  )
  return userInfo.safeParse(await answer.catch(unlessAccepted)).data?.payer_id
}

const WRONG_KEYS = ['invalid_client', 'unauthorized_client']

/** An app may lack the right to this call; its keys are accepted all the same. */
function unlessAccepted(error: unknown): undefined {
  const isAccepted = error instanceof GatewayError && error.kind !== 'ambiguous'
  if (!isAccepted || WRONG_KEYS.includes(error.issue ?? '')) throw error
}
