import { z } from 'zod'
import { GatewayError, type GatewayFailure } from '../gateway.ts'

const refusal = z.object({ statusCode: z.number(), body: z.string().catch('') })

const word = z.string().optional().catch(undefined)

/** The SDK itself reads PayPal's error body for some statuses only. */
const explanation = z.object({
  debug_id: word,
  error: word,
  name: word,
  details: z
    .array(z.object({ issue: word, description: word }))
    .optional()
    .catch(undefined),
})

/** The buyer may pay another way with the same provider order. */
const declines = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'CARD_EXPIRED',
])

/** The SDK's error without its request: access tokens must not reach a log. */
export function gatewayErrorOf(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  const answer = refusal.safeParse(error)
  // Timeouts, broken connections and missing tokens have no answer.
  if (!answer.success) return new GatewayError('ambiguous', error instanceof Error ? error.name : undefined)

  const { statusCode, body } = answer.data
  const { details, name, error: code, debug_id } = explanationIn(body)
  const issue = details?.[0]?.issue ?? name ?? code ?? `HTTP ${statusCode}`
  return new GatewayError(kindOf(statusCode, issue), issue, debug_id, details?.[0]?.description)
}

function explanationIn(body: string): z.output<typeof explanation> {
  try {
    return explanation.parse(JSON.parse(body))
  } catch {
    return {}
  }
}

function kindOf(status: number, issue: string): GatewayFailure {
  if (status === 409 || status === 429 || status >= 500) return 'ambiguous'
  if (status === 404) return 'notFound'
  if (status !== 422 || issue.startsWith('PAYEE_')) return 'config'
  return declines.has(issue) ? 'declined' : 'rejected'
}

/** A 401 means an expired access token, or wrong keys. */
export function isUnauthorized(error: unknown): boolean {
  return refusal.safeParse(error).data?.statusCode === 401
}
