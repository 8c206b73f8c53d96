import Stripe from 'stripe'
import { GatewayError, SAVED_ERROR } from '../gateway.ts'

export interface StripeKeys {
  secretKey: string
  webhookSecret: string
  accountId?: string | undefined
}

export interface StripeAccess extends StripeKeys {
  /** An emulator on this machine instead of Stripe. */
  at?: URL | undefined
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** A lost answer is asked for again by the client itself, under one idempotency key. */
const TIMEOUT_MS = 8_000
const RETRIES = 2

export function stripeClient({ secretKey, at }: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    httpClient: objectsOnly(Stripe.createNodeHttpClient()),
    ...(at && hereAlone(at)),
  })
}

/** Stripe's package throws at any other answer, as a proxy gives, where no caller can catch it. */
function objectsOnly(client: HttpClient): HttpClient {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const parsed = response.toJSON.bind(response)
    response.toJSON = async () => {
      const body: unknown = await parsed()
      if (Object(body) !== body) throw new Error('The answer is no object.')
      return body
    }
    return response
  }
  return client
}

function hereAlone({ hostname, port, host }: URL) {
  if (!['127.0.0.1', '[::1]'].includes(hostname))
    throw new Error(`Test payments stay on this machine; ${host} is elsewhere.`)
  return { host: hostname, port, protocol: 'http' } as const
}

/** Waits for Stripe. Throws a GatewayError, never the client's errors, which carry the request. */
export async function ask<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    throw gatewayErrorOf(error)
  }
}

/** Undefined for what Stripe does not know. */
export async function askFor<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask(answer)
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'notFound') return undefined
    throw error
  }
}

function gatewayErrorOf(error: unknown): GatewayError {
  if (!(error instanceof Stripe.errors.StripeError))
    return new GatewayError('ambiguous', error instanceof Error ? error.name : undefined)
  const kind = kindOf(error)
  // A key may lack a permission with a code or without one.
  const named = error.statusCode === 403 ? error.type : (error.code ?? error.type)
  const issue = error.statusCode === 500 ? SAVED_ERROR : named
  // Sentences about keys quote a part of them.
  return new GatewayError(kind, issue, error.requestId, kind === 'config' ? undefined : error.message)
}

function kindOf({ statusCode = 0, type }: Stripe.errors.StripeError): GatewayError['kind'] {
  if (statusCode === 401 || statusCode === 403) return 'config'
  if (statusCode === 402) return 'declined'
  if (statusCode === 404) return 'notFound'
  const isRefused = statusCode === 400 && type !== 'StripeRateLimitError'
  return isRefused ? 'rejected' : 'ambiguous'
}
