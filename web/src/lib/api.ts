import {
  type AnswerOf,
  API_BASE,
  type BodyOf,
  type Calls,
  type ErrorCode,
  type Failure,
  type ParamsOf,
  type QueryOf,
  UNATTENDED_HEADER,
} from '@mela/contract'

let count = 0

/** A refused call with the server's message ('' without one), code, and field errors by dotted path. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly errors: Record<string, string> | undefined
  readonly data: unknown

  constructor(status: number, body: Partial<Failure>) {
    super(body.message ?? '')
    this.status = status
    this.code = body.code
    this.errors = body.errors
    this.data = body.data
  }
}

interface Exchange {
  /** The call's name in the contract, for a transport that needs no URL; with `params` and `query`. */
  name: string
  params?: Record<string, string> | undefined
  query: Record<string, string | string[]>
  method: string
  path: string
  headers: Record<string, string>
  body?: BodyInit | null
  signal?: AbortSignal
}

/** Sends a call: over the network in the browser, in process while the server renders. */
type Transport = (exchange: Exchange) => Promise<{ status: number; body: unknown }>

let transport: Transport = async ({ name, params, query, path, ...init }) => {
  const answer = await fetch(path, init)
  return { status: answer.status, body: await answer.json().catch(() => ({})) }
}

export function setTransport(replacement: Transport): void {
  transport = replacement
}

let isUnattended = () => false

/** Marks calls as made by the browser itself while `ask` answers true, so that they do not extend the session. */
export function markUnattended(ask: () => boolean): void {
  isUnattended = ask
}

const sessionEndHandlers: (() => void)[] = []

/** Calls `handle` when any call is refused because the session has ended; a wrong password ends none. */
export function onSessionEnd(handle: () => void): void {
  sessionEndHandlers.push(handle)
}

type Given<Key extends string, Value> = Value extends undefined ? { [K in Key]?: undefined } : { [K in Key]: Value }

/** Keys with several values, such as `option.Size`. */
type QueryLists = { [key: `option.${string}`]: string[] }

type CallInput<Name extends keyof Calls> = Given<'params', ParamsOf<Calls[Name]>> &
  Given<'body', BodyOf<Calls[Name]>> & {
    form?: FormData
    query?: Partial<Record<keyof QueryOf<Calls[Name]> & string, string | number>> & QueryLists
    headers?: Record<string, string>
    signal?: AbortSignal
    /** Shows no progress: the user has not asked for it. */
    isQuiet?: boolean
  }

/** The second argument of a call, which may be left out when nothing in it is required. */
export type CallArguments<Name extends keyof Calls> =
  Record<string, never> extends CallInput<Name> ? [CallInput<Name>?] : [CallInput<Name>]

/** Makes one call of the contract, as in `call('GET /products/:id', { params: { id } })`; throws an ApiError unless 2xx. */
export async function call<Name extends keyof Calls>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<AnswerOf<Calls[Name]>> {
  const {
    params,
    query,
    body,
    form,
    headers: given,
    signal,
    isQuiet,
  } = ((input as unknown) ?? {}) as Partial<Exchange> & {
    form?: FormData
    isQuiet?: boolean
  }
  const headers = { ...given, ...(isUnattended() && { [UNATTENDED_HEADER]: '1' }) }
  const [method = '', template = ''] = name.split(' ')
  const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''))
  const sent = Object.entries(query ?? {}).filter(([, value]) => value !== '')
  const texts = sent.map(([key, value]): [string, string | string[]] => [
    key,
    Array.isArray(value) ? value : `${value}`,
  ])
  const pairs = texts.flatMap(([key, value]) => [value].flat().map(one => [key, one]))
  const search = new URLSearchParams(pairs).toString()

  const exchange = transport({
    name,
    params,
    query: Object.fromEntries(texts),
    method,
    path: `${API_BASE}${path}${search && `?${search}`}`,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(signal && { signal }),
  })
  const answer = await (method === 'GET' || isQuiet ? exchange : showWorking(exchange))
  if (answer.status >= 200 && answer.status < 300) return answer.body as AnswerOf<Calls[Name]>

  const error = new ApiError(answer.status, answer.body ?? {})
  if (error.status === 401 && error.code !== 'invalid_credentials') for (const handle of sessionEndHandlers) handle()
  throw error
}

/** The cached value for something that was not found: the server's sentence, to be shown in its place. */
export interface Missing {
  missing: string
}

/** Turns a 404 into a value, so that a page can show it instead of failing. */
export async function orMissing<Data>(answer: Promise<{ data: Data }>): Promise<Data | Missing> {
  try {
    return (await answer).data
  } catch (error) {
    if (error instanceof ApiError && isNotFound(error)) return { missing: error.message }
    throw error
  }
}

/** The subject of a page, once it is loaded and unless it is missing. */
export const foundIn = <Answer>(answer: Answer) =>
  (Object(answer).missing === undefined ? answer : undefined) as Exclude<Answer, Missing> | undefined

export function isMissing<Data extends object>(answer: Data | Missing): answer is Missing {
  return 'missing' in answer
}

/** Whether nothing exists at this address: an unknown or malformed id. Retrying cannot help. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

async function showWorking<Result>(work: Promise<Result>): Promise<Result> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

function change(by: number) {
  count += by
  document.documentElement.toggleAttribute('data-working', count > 0)
}
