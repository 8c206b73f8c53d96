import { Refusal } from '@mela/emulator-base/refusal.ts'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

interface Problem {
  type: ErrorType
  code?: string | undefined
  param?: string | undefined
  decline_code?: string
}

/** An error in the shape of Stripe's API. */
export class ApiError extends Refusal {
  readonly problem: Problem

  constructor(status: number, message: string, problem: Problem) {
    super(status, message)
    this.problem = problem
  }
}

export const invalidRequest = (message: string, code?: string, param?: string) =>
  new ApiError(400, message, { type: 'invalid_request_error', code, param })

export const missing = (what: string, id: string) =>
  new ApiError(404, `No such ${what}: '${id}'`, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
  })

/** The answer to a refused request, in Stripe's words. */
export function refusalAnswer(error: Refusal, { requestId }: { requestId: string }) {
  const { status, headers, message } = error
  const type: ErrorType = status >= 500 ? 'api_error' : 'invalid_request_error'
  const code = status === 403 ? 'more_permissions_required' : undefined
  const problem = error instanceof ApiError ? error.problem : { type, code }
  const link = `https://dashboard.stripe.com/test/logs/${requestId}`
  return { status, headers, body: { error: { message, request_log_url: link, ...problem } } }
}
