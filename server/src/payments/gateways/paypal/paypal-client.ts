import { setTimeout } from 'node:timers/promises'
import {
  Client,
  type ClientCredentialsAuthManager,
  type Configuration,
  Environment,
  type OAuthToken,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import { parseJson } from '../../../platform/runtime/parse-json.ts'
import { areKeysWrong, GatewayError } from '../gateway.ts'

export interface PaypalAccess {
  clientId: string
  clientSecret: string
  merchantId?: string | undefined
  at: 'sandbox' | 'live' | URL
  /** The webhook id that events are signed for; where there is none no event is accepted. */
  webhooks?: { id: string; authority?: string } | undefined
}

const TIMEOUT_MS = 10_000

/** Throws a GatewayError, never the SDK's errors, which carry the access token. */
export type PaypalCall = <Result>(call: (paypal: Connection) => Promise<{ result: Result }>) => Promise<Result>

type Connection = ReturnType<typeof connect>

export function paypalCaller(access: PaypalAccess): PaypalCall {
  let connection = connect(access)

  return async call => {
    for (let isRenewed = false; ; isRenewed = true) {
      const used = connection
      try {
        return (await call(used)).result
      } catch (error) {
        if (isRenewed || !isUnauthorized(error)) throw used.token.explain(gatewayErrorOf(error))
        // The SDK never drops a revoked token, so the whole client is replaced, once.
        if (connection === used) connection = connect(access)
      }
    }
  }
}

type Request = ReturnType<ReturnType<Client['getRequestBuilderFactory']>>

/** For what the SDK has no method: accounts, disputes and webhooks. */
export function callByHand(
  call: PaypalCall,
  method: 'GET' | 'POST',
  path: string,
  prepare: (request: Request) => void,
): Promise<unknown> {
  return call(async ({ client }) => {
    const request = client.getRequestBuilderFactory()(method, path)
    request.authenticate([{ oauth2: true }])
    prepare(request)
    const { result } = await request.callAsOptionalText()
    return { result: result ? JSON.parse(result) : undefined }
  })
}

function connect({ clientId, clientSecret, at }: PaypalAccess) {
  const token = tokenSource()
  const configuration: Partial<Configuration> = {
    timeout: TIMEOUT_MS,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: clientSecret,
      oAuthTokenProvider: token.provide,
    },
    // The machine's environment variables must not route payments through a proxy.
    unstable_httpClientOptions: { proxy: false, maxRedirects: 0 },
  }
  const environment = at === 'live' ? Environment.Production : Environment.Sandbox
  const client = at instanceof URL ? rebasedClient(configuration, at) : new Client({ ...configuration, environment })
  return { client, token, orders: new OrdersController(client), payments: new PaymentsController(client) }
}

/** The SDK supports two addresses; this client calls a PayPal on this machine instead. */
export function rebasedClient(configuration: Partial<Configuration>, address: URL): Client {
  if (!['127.0.0.1', '[::1]'].includes(address.hostname)) {
    throw new Error(`Test payments stay on this machine; ${address.host} is elsewhere.`)
  }
  return new (class extends Client {
    // The constructor of Client calls this already, so it uses no instance fields.
    override getRequestBuilderFactory() {
      const factory = super.getRequestBuilderFactory()
      return (...given: Parameters<typeof factory>) => {
        const builder = factory(...given)
        builder.interceptRequest(request => {
          const { pathname, search } = new URL(request.url)
          return { ...request, url: address.origin + pathname + search }
        })
        return builder
      }
    }
  })({ ...configuration, environment: Environment.Sandbox })
}

/** The SDK caches a rejected promise for ever, so this never rejects; parallel callers share one fetch. */
function tokenSource() {
  let pending: Promise<OAuthToken> | undefined
  let failure: GatewayError | undefined

  async function fetchToken(current: OAuthToken | undefined, manager: ClientCredentialsAuthManager) {
    try {
      const token = await manager.updateToken(current)
      failure = undefined
      return token
    } catch (error) {
      failure = gatewayErrorOf(error)
      return noToken
    } finally {
      pending = undefined
    }
  }

  return {
    provide(current: OAuthToken | undefined, manager: ClientCredentialsAuthManager): Promise<OAuthToken> {
      pending ??= fetchToken(current, manager)
      return pending
    },
    /** A call without an answer may have had no token, which is then the better reason. */
    explain: (error: GatewayError) => (error.kind === 'ambiguous' && failure) || error,
  }
}

const noToken: OAuthToken = { accessToken: '', tokenType: 'Bearer', expiry: 0n }

const PAUSES_MS = [300, 1_000, 3_000]
const PATIENCE_MS = 15_000

/** Each retry must carry one request id, so that PayPal acts once. Wrong keys after a lost answer stay ambiguous. */
export async function persistently<Result>(call: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS
  let unclear: GatewayError | undefined
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (areKeysWrong(error)) throw unclear ?? error
      const pause = PAUSES_MS[tries]
      if (error.kind !== 'ambiguous' || pause === undefined || Date.now() + pause > deadline) throw error
      unclear = error
      await setTimeout(pause)
    }
  }
}

/** The characters of ids of PayPal and the emulator; others would change the request's path. */
const POSSIBLE_ID = /^(?!\.{1,2}$)[\w.~-]+$/

/** Undefined for an id that PayPal does not know. */
export async function findById<Result>(id: string, call: () => Promise<Result>): Promise<Result | undefined> {
  if (!POSSIBLE_ID.test(id)) return undefined
  try {
    return await persistently(call)
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'notFound') return undefined
    throw error
  }
}

const refusal = z.object({ statusCode: z.number(), body: z.string().catch('') })

/** A 401 means an expired access token, or wrong keys. */
const isUnauthorized = (error: unknown) => refusal.safeParse(error).data?.statusCode === 401

const word = z.string().optional().catch(undefined)

/** The SDK itself reads PayPal's error body for some statuses only. */
const explanation = z
  .object({
    debug_id: word,
    error: word,
    name: word,
    details: z
      .array(z.object({ issue: word, description: word }))
      .optional()
      .catch(undefined),
  })
  .catch({})

/** The SDK's error without its request: access tokens must not reach a log. */
function gatewayErrorOf(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  const answer = refusal.safeParse(error)
  // Timeouts, broken connections and missing tokens have no answer.
  if (!answer.success) return new GatewayError('ambiguous', error instanceof Error ? error.name : undefined)

  const { statusCode, body } = answer.data
  const { details, name, error: code, debug_id } = explanation.parse(parseJson(body))
  const issue = details?.[0]?.issue ?? name ?? code ?? `HTTP ${statusCode}`
  return new GatewayError(kindOf(statusCode, issue), issue, debug_id, details?.[0]?.description)
}

/** The buyer may pay another way with the same provider order. */
const DECLINES = ['INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'CARD_EXPIRED']

/** Final, and about the payer or the card, as are those that begin with PAYER_. */
const REFUSALS = [
  'CARD_CLOSED',
  'COMPLIANCE_VIOLATION',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYMENT_DENIED',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'TRANSACTION_REFUSED',
]

function kindOf(status: number, issue: string): GatewayError['kind'] {
  if (status === 409 || status === 429 || status >= 500) return 'ambiguous'
  if (status === 404) return 'notFound'
  // The buyer has agreed to instalments of another amount.
  if (issue === 'AMOUNT_NOT_PATCHABLE') return 'rejected'
  if (status === 422 && REFUSALS.includes(issue)) return 'refused'
  if (status !== 422 || issue.startsWith('PAYEE_')) return 'config'
  // As where the amount is now higher than that of an express payment.
  if (issue === 'PAYER_ACTION_REQUIRED') return 'unapproved'
  if (DECLINES.includes(issue)) return 'declined'
  return issue.startsWith('PAYER_') ? 'refused' : 'rejected'
}
