import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { PaypalAccess } from './paypal-client.ts'
import type { AskFor } from './questions.ts'

const PATH = '/v1/notifications/certs/'
const TIMEOUT_MS = 5_000
const MAX_BYTES = 100_000
const MOST_KEPT = 20
/** For this time an undeliverable certificate is not fetched again: PayPal then verifies signatures by a call. */
const REMEMBERED_MS = 10 * 60_000
const MOST_REMEMBERED = 1000

export function certificateSource({ at, webhooks }: Pick<PaypalAccess, 'at' | 'webhooks'>, askFor: AskFor) {
  const kept = new Map<string, X509Certificate[]>()
  const fetching = new Map<string, Promise<X509Certificate[]>>()
  const unknown = unknownAddresses()
  const roots = () =>
    (webhooks?.authority ? [webhooks.authority] : rootCertificates).map(pem => new X509Certificate(pem))
  const origins = originsOf(at)
  const isGood = (chain: X509Certificate[]) => isTrusted(chain, roots(), commonNameOf(at))

  async function fetchFor(url: URL, sender: string): Promise<X509Certificate[]> {
    const chain = await askFor(sender, () => fetchChain(url), isGood)
    if (!isGood(chain)) {
      unknown.add(url.href)
      return []
    }
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(url.href, chain)
    return chain
  }

  /** Concurrent events with the same address share one fetch. */
  function fetchOnce(url: URL, sender: string): Promise<X509Certificate[]> {
    const chain = fetching.get(url.href) ?? fetchFor(url, sender).finally(() => fetching.delete(url.href))
    fetching.set(url.href, chain)
    return chain
  }

  return {
    /** Allows one spelling of each certificate's address only, because fetches are counted and cached by address. */
    isAllowed: ({ origin, pathname, href }: URL) =>
      origins.includes(origin) && pathname.startsWith(PATH) && href === origin + pathname,

    /** Undefined when PayPal cannot be reached, or when the certificate is not trusted. */
    async fetch(url: URL, sender: string): Promise<X509Certificate | 'unknown'> {
      if (unknown.has(url.href)) return 'unknown'
      const chain = kept.get(url.href) ?? (await fetchOnce(url, sender))
      const [leaf] = chain
      return leaf && isGood(chain) ? leaf : 'unknown'
    },
  }
}

function unknownAddresses() {
  const until = new Map<string, number>()
  return {
    add(href: string) {
      if (until.size >= MOST_REMEMBERED) until.clear()
      until.set(href, Date.now() + REMEMBERED_MS)
    },
    has: (href: string) => (until.get(href) ?? 0) > Date.now(),
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
