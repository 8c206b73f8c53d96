import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { PaymentGateway, ProviderEvent } from '../gateway.ts'
import { callByHand } from './call-by-hand.ts'
import { certificateSource } from './certificates.ts'
import type { PaypalAccess, PaypalCall } from './paypal-client.ts'
import { limitQuestions } from './questions.ts'
import { isSignedBy, type Transmission } from './signature.ts'

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

/** PayPal's webhooks. The signature covers only a checksum of the body, so only the ids are used (P5). */
export function paypalEvents(call: PaypalCall, access: PaypalAccess): Pick<PaymentGateway, 'readEvent'> {
  const askFor = limitQuestions()
  const certificateAt = certificateSource(access, askFor)

  async function isGenuine(signed: Transmission, body: Buffer, sender: string): Promise<boolean> {
    if (!certificateAt.isAllowed(signed.certificateUrl)) return false
    const certificate = await certificateAt.fetch(signed.certificateUrl, sender)
    if (certificate !== 'unknown') return isSignedBy(certificate, signed, body)
    return askFor(
      sender,
      () => isVerifiedByPaypal(signed, body),
      isVerified => isVerified,
    )
  }

  async function isVerifiedByPaypal(signed: Transmission, body: Buffer): Promise<boolean> {
    const { result } = await call(async ({ client }) => ({
      result: await callByHand(client, 'POST', '/v1/notifications/verify-webhook-signature', request => {
        request.contentType('application/json')
        request.text(verificationRequest(signed, body))
      }),
    }))
    return z.object({ verification_status: z.string() }).parse(result).verification_status === 'SUCCESS'
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

/** Undefined unless it is valid JSON: otherwise it could alter the request to PayPal around it. */
function eventIn(body: Buffer): ProviderEvent | undefined {
  const parsed = envelope.safeParse(jsonIn(body))
  if (!parsed.success) return undefined
  const { id, event_type: type, resource } = parsed.data
  const objectId = resource.dispute_id ?? resource.order_id ?? resource.id ?? ''
  return { id, type, kind: objectId === '' ? 'other' : kindOf(type), objectId }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function kindOf(type: string): ProviderEvent['kind'] {
  if (type === 'PAYMENT.CAPTURE.REFUNDED') return 'refund'
  if (type.startsWith('PAYMENT.CAPTURE.')) return 'charge'
  if (type.startsWith('CHECKOUT.')) return 'session'
  return type.startsWith('CUSTOMER.DISPUTE.') ? 'dispute' : 'other'
}
