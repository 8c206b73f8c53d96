import { verify, type X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { PaymentGateway, ProviderEvent } from '../gateway.ts'
import { certificateSource, limitQuestions } from './certificates.ts'
import { callByHand, type PaypalAccess, type PaypalCall } from './paypal-client.ts'

const word = z.string().min(1).max(200)

const transmission = z.object({
  'paypal-transmission-id': word,
  'paypal-transmission-time': word,
  'paypal-transmission-sig': z.string().min(1).max(2000),
  'paypal-cert-url': z.url().max(500),
  'paypal-auth-algo': z.literal('SHA256withRSA'),
})

const envelope = z.object({
  id: word,
  event_type: word,
  resource: z.object({ id: word.optional(), order_id: word.optional(), dispute_id: word.optional() }).catch({}),
})

/** The signature covers only a checksum of the body, so only the ids are used. */
export function paypalEvents(call: PaypalCall, access: PaypalAccess): Pick<PaymentGateway, 'readEvent'> {
  const askFor = limitQuestions()
  const certificateAt = certificateSource(access, askFor)

  async function isGenuine(signed: Transmission, body: Buffer, sender: string): Promise<boolean> {
    if (!certificateAt.isAllowed(signed.certificateUrl)) return false
    const certificate = await certificateAt.fetch(signed.certificateUrl, sender)
    if (certificate) return isSignedBy(certificate, signed, body)
    return askFor(sender, () => isVerifiedByPaypal(signed, body), Boolean)
  }

  async function isVerifiedByPaypal(signed: Transmission, body: Buffer): Promise<boolean> {
    const answer = await callByHand(call, 'POST', '/v1/notifications/verify-webhook-signature', request => {
      request.contentType('application/json')
      request.text(verificationRequest(signed, body))
    })
    return z.object({ verification_status: z.string() }).parse(answer).verification_status === 'SUCCESS'
  }

  return {
    async readEvent(headers, body, sender) {
      const event = eventIn(body)
      const signed = access.webhooks && transmissionOf(headers, access.webhooks.id)
      return event && signed && (await isGenuine(signed, body, sender)) ? event : undefined
    },
  }
}

function transmissionOf(headers: IncomingHttpHeaders, webhookId: string): Transmission | undefined {
  const { data } = transmission.safeParse(headers)
  return (
    data && {
      id: data['paypal-transmission-id'],
      time: data['paypal-transmission-time'],
      signature: data['paypal-transmission-sig'],
      certificateUrl: new URL(data['paypal-cert-url']),
      webhookId,
    }
  )
}

/** The event is sent unchanged: re-serialised it would not match its signature. */
function verificationRequest(signed: Transmission, body: Buffer): string {
  const rest = JSON.stringify({
    auth_algo: 'SHA256withRSA',
    cert_url: signed.certificateUrl.href,
    transmission_id: signed.id,
    transmission_sig: signed.signature,
    transmission_time: signed.time,
    webhook_id: signed.webhookId,
  })
  return `${rest.slice(0, -1)},"webhook_event":${body.toString('utf8')}}`
}

/** Invalid JSON could alter the request to PayPal around it. */
function eventIn(body: Buffer): ProviderEvent | undefined {
  const parsed = envelope.safeParse(jsonIn(body))
  if (!parsed.success) return undefined
  const { id, event_type: name, resource } = parsed.data
  const objectId = resource.dispute_id ?? resource.order_id ?? resource.id ?? ''
  return { id, ...meaningOf(name), ...(objectId === '' && { kind: 'other' }), objectId }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export const meaningOf = (name: string) => ({ kind: kindOf(name), type: typeOf(name) })

function typeOf(name: string): ProviderEvent['type'] {
  if (name === 'CHECKOUT.ORDER.APPROVED') return 'approved'
  return name === 'PAYMENT.CAPTURE.REVERSED' ? 'reversed' : 'changed'
}

function kindOf(name: string): ProviderEvent['kind'] {
  if (name === 'PAYMENT.CAPTURE.REFUNDED') return 'refund'
  if (name.startsWith('PAYMENT.CAPTURE.')) return 'charge'
  if (name.startsWith('CHECKOUT.')) return 'session'
  return name.startsWith('CUSTOMER.DISPUTE.') ? 'dispute' : 'other'
}

interface Transmission {
  id: string
  time: string
  signature: string
  certificateUrl: URL
  /** The shop's own webhook id, never the sender's. */
  webhookId: string
}

/** PayPal signs its event id, the time, the receiver and a checksum of the bytes. */
function isSignedBy(certificate: X509Certificate, signed: Transmission, body: Buffer): boolean {
  const message = Buffer.from(`${signed.id}|${signed.time}|${signed.webhookId}|${crc32(body)}`)
  return verify('RSA-SHA256', message, certificate.publicKey, Buffer.from(signed.signature, 'base64'))
}
