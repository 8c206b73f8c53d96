import { emulatorPath, gatewayNames, type PaymentMode } from '@mela/contract'
import { z } from 'zod'
import type { PageSources } from '../../../platform/http/security-headers.ts'
import { GatewayError, type PaymentGateway } from '../gateway.ts'
import { callByHand, type PaypalAccess, type PaypalCall, paypalCaller } from './paypal-client.ts'
import { paypalDisputes } from './paypal-disputes.ts'
import { paypalEvents } from './paypal-events.ts'
import { paypalExpress } from './paypal-express.ts'
import { paypalOrders } from './paypal-orders.ts'

/** PayPal also takes HUF, JPY and TWD, which have no decimals there. */
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
)
/** A higher amount is refused with MAX_VALUE_EXCEEDED. */
const HIGHEST_CENTS = 999_999_999

/** This module imports PayPal's SDK, so it is loaded where a gateway is opened. */
export function paypalGateway(mode: PaymentMode, access: PaypalAccess): PaymentGateway {
  const call = paypalCaller(access)
  return {
    name: 'paypal',
    displayName: gatewayNames.paypal,
    mode,
    can: { refund: true, dispute: true, pay: 'buttons' },
    currencies: CURRENCIES,
    highestCents: () => HIGHEST_CENTS,
    clientId: access.clientId,
    enteredAccount: access.merchantId,
    retrieveAccount: () => retrieveAccount(call),
    ...(mode === 'test' ? { site: CONSOLE } : { site: siteOf(mode), pageSources: sourcesOf(mode) }),
    ...paypalOrders(call),
    express: paypalExpress(call),
    ...paypalEvents(call, access),
    disputes: paypalDisputes(call),
  }
}

const CONSOLE = { home: `${emulatorPath('paypal')}/__emulator` }

function siteOf(environment: 'sandbox' | 'live') {
  const site = environment === 'live' ? 'https://www.paypal.com' : 'https://www.sandbox.paypal.com'
  return { home: `${site}/business`, payment: `${site}/activity/payment/` }
}

const STATIC = 'https://www.paypalobjects.com'

/** Scripts come from the hosts that PayPal's SDK itself names; what they call and show lies on more of its hosts. */
function sourcesOf(environment: 'sandbox' | 'live'): PageSources {
  const site = environment === 'live' ? 'paypal.com' : 'sandbox.paypal.com'
  const hosts = [`https://*.${site}`, ...(environment === 'live' ? [] : ['https://c.paypal.com'])]
  return {
    'script-src': [`https://www.${site}`, 'https://c.paypal.com', STATIC],
    'connect-src': hosts,
    'img-src': [...hosts, STATIC],
    'frame-src': hosts,
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

/** An app may lack the right to this call; its keys are accepted all the same, if PayPal says so in its own words. */
function unlessAccepted(error: unknown): undefined {
  const issue = error instanceof GatewayError && error.kind !== 'ambiguous' ? error.issue : undefined
  if (issue?.startsWith('HTTP ')) throw new GatewayError('ambiguous', issue)
  if (!issue || WRONG_KEYS.includes(issue)) throw error
}
