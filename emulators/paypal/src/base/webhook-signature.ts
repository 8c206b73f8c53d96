import { sign, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import type { Message } from '@mela/emulator-base/records.ts'
import { z } from 'zod'
import type { Signer } from './certificates.ts'
import type { Emulator } from './emulator.ts'
import { resourceNotFound } from './errors.ts'
import { parse, text } from './request-schema.ts'

const algorithm = 'SHA256withRSA'
const certificates = '/v1/notifications/certs'

export interface Transmission {
  id: string
  time: string
  webhookId: string
  body: string
}

export function signed(url: string, signer: Signer, transmission: Transmission): Message {
  const signature = sign('sha256', signedText(transmission), signer.key)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'PayPal/emulator',
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-time': transmission.time,
    'paypal-transmission-sig': signature.toString('base64'),
    'paypal-cert-url': `${url}${certificates}/${signer.id}`,
    'paypal-auth-algo': algorithm,
  }
  return { headers, body: transmission.body }
}

/** The text that PayPal signs: of the body it contains the checksum alone. */
function signedText({ id, time, webhookId, body }: Transmission) {
  return Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`)
}

export async function showCertificate(emulator: Emulator, { id }: ApiRequest): Promise<Answer> {
  const signer = await emulator.certificates.signer()
  if (id !== signer.id) throw resourceNotFound()
  return { status: 200, headers: { 'content-type': 'application/x-pem-file' }, body: signer.certificate }
}

const verification = z.strictObject({
  auth_algo: text(1, 100),
  cert_url: text(1, 500),
  transmission_id: text(1, 50),
  transmission_sig: text(1, 500),
  transmission_time: text(1, 100),
  webhook_id: text(1, 50),
  webhook_event: z.looseObject({}),
})

export async function verifySignature(emulator: Emulator, { json, text: body }: ApiRequest): Promise<Answer> {
  const claim = parse(verification, json)
  const signer = await emulator.certificates.signer()
  const transmission = {
    id: claim.transmission_id,
    time: claim.transmission_time,
    webhookId: claim.webhook_id,
    body: rawEvent(body),
  }
  const isGenuine =
    claim.auth_algo === algorithm &&
    claim.cert_url === `${emulator.url}${certificates}/${signer.id}` &&
    emulator.store.webhooks.has(claim.webhook_id) &&
    verify(
      'sha256',
      signedText(transmission),
      new X509Certificate(signer.certificate).publicKey,
      Buffer.from(claim.transmission_sig, 'base64'),
    )
  return { status: 200, body: { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' } }
}

/** The event's original bytes, for the checksum: parsing and serialising it would change them. */
function rawEvent(body: string) {
  const start = body.search(/(?<="webhook_event"\s*:\s*)\{/)
  let depth = 0
  for (const { 0: token, index } of body.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1
    if (token === '}') depth -= 1
    if (depth === 0) return body.slice(start, start + index + 1)
  }
  return ''
}
