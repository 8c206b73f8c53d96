import { type Money, SHOP } from '@mela/contract'
import { startEmulator } from '@mela/paypal-emulator'
import { GatewayError, type PaymentGateway } from '../gateway.ts'
import { paypalGateway } from './paypal-gateway.ts'
import { amountOf } from './paypal-orders.ts'

type Address = Pick<Awaited<ReturnType<typeof startEmulator>>, 'url' | 'clientId' | 'clientSecret' | 'caCertificate'>

/** The emulator's webhook id; only its own certificates of this start are accepted. */
const WEBHOOK_ID = 'TEST-WEBHOOK'

export async function startTestGateway(options: Parameters<typeof startEmulator>[0]) {
  const emulator = await startEmulator({ ...options, brand: SHOP.name })
  return {
    gateway: testGatewayAt(emulator),
    emulator,
    sendEventsTo: (url: string) => emulator.setWebhook({ id: WEBHOOK_ID, url }),
    close: () => emulator.close(),
  }
}

export function testGatewayAt(emulator: Address): PaymentGateway {
  const { url, clientId, clientSecret, caCertificate } = emulator
  const webhooks = { id: WEBHOOK_ID, authority: caCertificate }
  const paypal = paypalGateway('test', { clientId, clientSecret, at: new URL(url), webhooks })
  return {
    ...paypal,
    emulatorUrl: url,
    async adopt({ id, orderRef, amount, status, email, recorded }) {
      const answer = await fetch(`${url}/__emulator/adopt`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        },
        body: JSON.stringify({
          id,
          amount: decimal(amount),
          currency: amount.currency,
          status,
          custom_id: orderRef,
          email,
          ...(recorded && {
            capture_id: recorded.chargeId,
            update_time: recorded.at.toISOString(),
            refunds: recorded.refunds.map(refund => ({ id: refund.id, amount: decimal(refund.amount) })),
          }),
        }),
      }).catch(() => Promise.reject(new GatewayError('ambiguous', 'ADOPT')))
      if (!answer.ok) throw new GatewayError(answer.status === 400 ? 'notFound' : 'config', 'ADOPT')
    },
  }
}

const decimal = (amount: Money) => amountOf(amount).value
