import { randomBytes } from 'node:crypto'
import type { Message } from '@mela/emulator-base/records.ts'
import type { Signer } from './certificates.ts'
import { takeFault } from './faults.ts'
import type { PaypalStore } from './records.ts'
import { withChecksumOf } from './same-checksum.ts'
import { signed, type Transmission } from './webhook-signature.ts'

/** The signed message, or a forged one when a fault says so. */
export function forge(store: PaypalStore, type: string, genuine: Transmission, signer: Signer, url: string): Message {
  const webhookId = takeFault(store, 'webhook-wrong-id', type) ? 'WRONG-WEBHOOK' : genuine.webhookId
  const { headers, body } = signed(url, signer, { ...genuine, webhookId })
  const isUnsigned = takeFault(store, 'webhook-bad-signature', type)
  const tampered = body.replaceAll('"value":"', '"value":"9')
  const isForged = takeFault(store, 'webhook-forged', type)
  const isTampered = takeFault(store, 'webhook-tampered', type)
  return {
    headers: isUnsigned ? { ...headers, 'paypal-transmission-sig': randomBytes(256).toString('base64') } : headers,
    body: isForged ? withChecksumOf(body, tampered) : isTampered ? tampered : body,
  }
}
