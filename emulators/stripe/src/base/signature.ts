import { createHmac } from 'node:crypto'
import type { WebhookSenderOptions } from '@mela/emulator-base/webhook-sender.ts'
import { takeFault } from './faults.ts'
import type { StripeStore } from './records.ts'

/** Receivers accept a signature for five minutes. */
const TOO_OLD_MS = 10 * 60_000

/** Signs an event as Stripe does: the time and the whole body, with the secret of the endpoint. */
export const composer =
  (store: StripeStore, secret: string): WebhookSenderOptions['compose'] =>
  ({ type, body }) => {
    const age = takeFault(store, 'webhook-old', type) ? TOO_OLD_MS : 0
    const time = Math.floor((Date.now() - age) / 1000)
    const key = takeFault(store, 'webhook-bad-signature', type) ? 'whsec_of_another_shop' : secret
    const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
    const isTampered = takeFault(store, 'webhook-tampered', type)
    return {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (emulator)',
        'stripe-signature': `t=${time},v1=${signature}`,
      },
      body: isTampered ? body.replaceAll('"amount', '"amount_of_nothing') : body,
    }
  }
