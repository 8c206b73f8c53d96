import { verify, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { parseJson } from '../../../platform/runtime/parse-json.ts'
import { type PaymentGateway, type ProviderEvent, TooManyQuestionsError } from '../gateway.ts'
import { callByHand, type PaypalAccess, type PaypalCall } from './paypal-client.ts'

/** PostgreSQL stores no NUL. */
const word = z
  .string()
  .max(200)
  .regex(/^\P{Cc}+$/u)

const transmission = z
  .object({
    'paypal-transmission-id': word,
    'paypal-transmission-time': word,
    'paypal-transmission-sig': z.string().min(1).max(2000),
    'paypal-cert-url': z.url().max(500),
    'paypal-auth-algo': z.literal('SHA256withRSA'),
  })
  .transform(headers => ({
    id: headers['paypal-transmission-id'],
    time: headers['paypal-transmission-time'],
    signature: headers['paypal-transmission-sig'],
    certificateUrl: new URL(headers['paypal-cert-url']),
  }))

/** The webhook id is the shop's own, never the sender's. */
type Transmission = z.output<typeof transmission> & { webhookId: string }

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
      const { data } = transmission.safeParse(headers)
      const signed = data && access.webhooks && { ...data, webhookId: access.webhooks.id }
      return event && signed && (await isGenuine(signed, body, sender)) ? event : undefined
    },
  }
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
  const parsed = envelope.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) return undefined
  const { id, event_type: name, resource } = parsed.data
  const objectId = resource.dispute_id ?? resource.order_id ?? resource.id ?? ''
  return { id, ...meaningOf(name), ...(objectId === '' && { kind: 'other' }), objectId }
}

export const meaningOf = (name: string) => ({ kind: kindOf(name), type: typeOf(name) })

function typeOf(name: string): ProviderEvent['type'] {
  if (name === 'CHECKOUT.ORDER.APPROVED') return 'approved'
  return name === 'PAYMENT.CAPTURE.REVERSED' ? 'reversed' : 'changed'
}

/** A reversal comes with a refund, whose amount may be a part of the capture. */
function kindOf(name: string): ProviderEvent['kind'] {
  if (/^PAYMENT\.(CAPTURE\.(REFUNDED|REVERSED)$|REFUND\.)/.test(name)) return 'refund'
  if (name.startsWith('PAYMENT.CAPTURE.')) return 'charge'
  if (name.startsWith('CHECKOUT.')) return 'session'
  return name.startsWith('CUSTOMER.DISPUTE.') ? 'dispute' : 'other'
}

/** PayPal signs its event id, the time, the receiver and a checksum of the bytes. */
function isSignedBy(certificate: X509Certificate, signed: Transmission, body: Buffer): boolean {
  const message = Buffer.from(`${signed.id}|${signed.time}|${signed.webhookId}|${crc32(body)}`)
  return verify('RSA-SHA256', message, certificate.publicKey, Buffer.from(signed.signature, 'base64'))
}

const PATH = '/v1/notifications/certs/'
const TIMEOUT_MS = 5_000
const MAX_BYTES = 100_000
/** For this time an address without a trusted certificate is not asked again: PayPal then verifies by a call. */
const REFUSED_MS = 10 * 60_000
const MOST_REFUSED = 1000
/** An event with a forged certificate costs two calls: the certificate, and the signature. */
const MOST_A_MINUTE = 10

type AskFor = <Answer>(
  sender: string,
  ask: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean,
) => Promise<Answer>

/** Forged events of one address must not use up what real events need; a good answer does not count. */
function limitQuestions(): AskFor {
  let [minute, counts] = [0, new Map<string, number>()]

  return async (sender, ask, isGood) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, counts] = [now, new Map()]
    const countedIn = counts
    const add = (number: number) => countedIn.set(sender, (countedIn.get(sender) ?? 0) + number)
    if ((counts.get(sender) ?? 0) >= MOST_A_MINUTE) throw new TooManyQuestionsError()
    add(1)
    const answer = await ask()
    if (isGood(answer)) add(-1)
    return answer
  }
}

function certificateSource({ at, webhooks }: PaypalAccess, askFor: AskFor) {
  /** Concurrent events with the same address share one fetch. */
  const chains = new Map<string, Promise<X509Certificate[]>>()
  const refusedUntil = new Map<string, number>()
  const roots = (webhooks?.authority ? [webhooks.authority] : rootCertificates).map(pem => new X509Certificate(pem))
  const origins = originsOf(at)
  const isGood = (chain: X509Certificate[]) => isTrusted(chain, roots, commonNameOf(at))

  return {
    /** Allows one spelling of each certificate's address only, because fetches are counted and cached by address. */
    isAllowed: ({ origin, pathname, href }: URL) =>
      origins.includes(origin) && pathname.startsWith(PATH) && href === origin + pathname,

    /** Undefined when PayPal cannot be reached, or when the certificate is not trusted. */
    async fetch(url: URL, sender: string): Promise<X509Certificate | undefined> {
      if ((refusedUntil.get(url.href) ?? 0) > Date.now()) return undefined
      const fetched = chains.get(url.href) ?? askFor(sender, () => fetchChain(url), isGood)
      chains.set(url.href, fetched)
      if (await fetched.then(isGood, () => false)) return (await fetched)[0]
      chains.delete(url.href)
      await fetched
      if (refusedUntil.size >= MOST_REFUSED) refusedUntil.clear()
      refusedUntil.set(url.href, Date.now() + REFUSED_MS)
      return undefined
    },
  }
}

const originsOf = (at: PaypalAccess['at']) => {
  if (at instanceof URL) return [at.origin]
  const environment = at === 'live' ? '' : '.sandbox'
  return [`https://api${environment}.paypal.com`, `https://api-m${environment}.paypal.com`]
}

const commonNameOf = (at: PaypalAccess['at']) =>
  at === 'live' ? 'messageverificationcerts.paypal.com' : 'messageverificationcerts.sandbox.paypal.com'

async function fetchChain(url: URL): Promise<X509Certificate[]> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = answer.ok ? (await answer.text()).slice(0, MAX_BYTES) : ''
    return (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
      pem => new X509Certificate(pem),
    )
  } catch {
    return []
  }
}

/** The leaf is PayPal's, each certificate is signed by the next, and the last by a known authority. */
export function isTrusted(chain: X509Certificate[], roots: X509Certificate[], commonName: string, now = new Date()) {
  const [leaf, ...issuers] = chain
  if (!leaf || leaf.subject.split('\n').every(line => line !== `CN=${commonName}`)) return false

  let current = leaf
  for (let steps = 0; steps <= issuers.length; steps++) {
    if (!isValidAt(current, now)) return false
    const signs = (issuer: X509Certificate) => current.checkIssued(issuer) && current.verify(issuer.publicKey)
    if (roots.some(root => signs(root) && isValidAt(root, now))) return true
    const next = issuers.find(issuer => issuer.ca && issuer.fingerprint256 !== current.fingerprint256 && signs(issuer))
    if (!next) return false
    current = next
  }
  return false
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date) =>
  validFromDate <= now && now <= validToDate
