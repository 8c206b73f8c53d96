import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { GatewayError } from '../gateway.ts'
import type { PaypalAccess } from './paypal-client.ts'

const PATH = '/v1/notifications/certs/'
const TIMEOUT_MS = 5_000
const MAX_BYTES = 100_000
const MOST_KEPT = 20
const MOST_FETCHED_A_MINUTE = 30

/** The certificates that PayPal signs events with: fetched from PayPal alone, and kept by their address. */
export function certificateSource({ at, webhooks }: Pick<PaypalAccess, 'at' | 'webhooks'>) {
  const kept = new Map<string, X509Certificate[]>()
  const roots = () =>
    (webhooks?.authority ? [webhooks.authority] : rootCertificates).map(pem => new X509Certificate(pem))
  const origins = originsOf(at)
  const countFetch = minuteLimit()

  return {
    isAllowed: ({ origin, pathname, search, username }: URL) =>
      origins.includes(origin) && pathname.startsWith(PATH) && search === '' && username === '',

    /** Unknown when PayPal cannot be reached, or when it signs with what we have no reason to trust. */
    async fetch(url: URL): Promise<X509Certificate | 'unknown'> {
      if (!kept.has(url.href)) countFetch()
      const chain = kept.get(url.href) ?? (await fetchChain(url))
      const [leaf] = chain
      if (!leaf || !isTrusted(chain, roots(), commonNameOf(at))) return 'unknown'
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(url.href, chain)
      return leaf
    },
  }
}

/** Whoever makes up addresses must not make us call PayPal without end; PayPal itself is told to come again. */
function minuteLimit(): () => void {
  let [minute, count] = [0, 0]
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, count] = [now, 0]
    count += 1
    if (count > MOST_FETCHED_A_MINUTE) throw new GatewayError('ambiguous', 'TOO_MANY_CERTIFICATES')
  }
}

const originsOf = (at: PaypalAccess['at']) => {
  if (at instanceof URL) return [at.origin]
  const environment = at === 'live' ? '' : '.sandbox'
  return [`https://api${environment}.paypal.com`, `https://api-m${environment}.paypal.com`]
}

const commonNameOf = (at: PaypalAccess['at']) =>
  at === 'live' ? 'messageverificationcerts.paypal.com' : 'messageverificationcerts.sandbox.paypal.com'

/** The leaf first; nothing when PayPal cannot be reached. */
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

/** The leaf is PayPal's, every step is signed by the next one, and the last by an authority that we know. */
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
