import { emulatorPath, gatewayNames, type PaymentMode } from '@mela/contract'
import type { PageSources } from '../../../platform/http/security-headers.ts'
import { lazily } from '../../../platform/runtime/lazily.ts'
import type { PaymentGateway } from '../gateway.ts'
import type { PaypalAccess } from './paypal-client.ts'

/** PayPal also takes HUF, JPY and TWD, which have no decimals there. */
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' '),
)
/** A higher amount is refused with MAX_VALUE_EXCEEDED. */
const HIGHEST_CENTS = 999_999_999

interface Keys extends PaypalAccess {
  merchantId?: string | undefined
}

export function paypalGateway(mode: PaymentMode, access: Keys): PaymentGateway {
  const paypal = lazily(async () => (await import('./paypal-calls.ts')).paypalCalls(access))

  return {
    name: 'paypal',
    displayName: gatewayNames.paypal,
    mode,
    can: { refund: true, partialRefund: true, dispute: true, pay: 'buttons' },
    currencies: CURRENCIES,
    highestCents: HIGHEST_CENTS,
    clientId: access.clientId,
    enteredAccount: access.merchantId,
    retrieveAccount: async () => (await paypal()).retrieveAccount(),
    prepare: async () => void (await paypal()),
    ...(mode === 'test' ? { site: CONSOLE } : { site: siteOf(mode), pageSources: sourcesOf(mode) }),
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
