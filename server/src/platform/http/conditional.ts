const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A client that does not name identity accepts it, where it accepts nothing better (RFC 9110 §12.5.3). */
const UNNAMED: Record<Encoding, number> = { br: 0, gzip: 0, identity: 0.0001 }

/** When all codings are refused the text itself is sent. */
export function bestEncoding(accepted: string | string[] = ''): Encoding {
  const weights = readWeights(String(accepted).toLowerCase())
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? UNNAMED[encoding]
  const best = ENCODINGS.reduce((best, next) => (weightOf(next) > weightOf(best) ? next : best))
  return weightOf(best) > 0 ? best : 'identity'
}

/** It uses no regular expression, because a client can send a header of 16 kB. */
function readWeights(accepted: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map(text => text.trim())
    const weight = parameters.find(text => text.startsWith('q='))
    weights.set(coding, weight === undefined ? 1 : Number.parseFloat(weight.slice(2)) || 0)
  }
  return weights
}

export function isUnchanged(wanted: string | undefined, etag: string): boolean {
  if (wanted === undefined) return false
  return wanted.trim() === '*' || wanted.split(',').some(tag => withoutWeakness(tag) === withoutWeakness(etag))
}

const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '')
