import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { showApprovalStyle, showConsoleStyle } from './assets.ts'
import { putClock } from './clock.ts'
import type { BaseEmulator } from './emulator.ts'
import { deleteFaults, listFaults, putFaults, takeCommonFault } from './faults.ts'
import { type Answer, type ApiRequest, noBody, type Route, readBody, send } from './http.ts'
import { below, prefixOf } from './prefix.ts'
import { Refusal } from './refusal.ts'
import { applyRequestFaults } from './request-faults.ts'

/** A request whose route is found and whose caller may call it. */
export interface Call<Emulator, Access extends string> {
  route: Route<Emulator, Access>
  /** The method and the path. */
  key: string
  request: ApiRequest
  /** The request with its body; faults that come before any effect are thrown here. */
  receive(): Promise<ApiRequest>
}

/** How a provider's API differs from others. */
export interface Api<Emulator extends BaseEmulator, Access extends string> {
  routes: Route<Emulator, Access>[]
  isApiPath(path: string): boolean
  /** Throws unless the caller has this access; undefined for a path without a route. */
  requireAccess(emulator: Emulator, access: Access | undefined, headers: IncomingHttpHeaders, path: string): void
  /** Performs a call, once for each idempotency key. */
  perform(emulator: Emulator, call: Call<Emulator, Access>): Promise<Answer>
  refuse(error: Error, about: { path: string; requestId: string }): Answer
  newRequestId(): string
  /** The header of an answer that names its request. */
  requestIdHeader: string
}

export function answerRequests<Emulator extends BaseEmulator, Access extends string>(
  emulator: Emulator,
  api: Api<Emulator, Access>,
): RequestListener {
  const { closing, store } = emulator
  const routes = [...api.routes, ...ownRoutes]
  return async (incoming, response) => {
    const requestId = api.newRequestId()
    const line = `${incoming.method} ${incoming.url}`
    const isApi = api.isApiPath(incoming.url ?? '')
    if (isApi && takeCommonFault(store, 'hang', line)) {
      return closing.signal.addEventListener('abort', () => response.destroy())
    }
    const answer = await answerTo(emulator, api, routes, incoming).catch(error => {
      if (!(error instanceof Refusal)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'An internal server error has occurred.')
      return api.refuse(refusal, { path: incoming.url ?? '', requestId })
    })
    if (isApi && answer.status < 400 && takeCommonFault(store, 'drop', line)) return response.destroy()

    const slowness = isApi && takeCommonFault(store, 'slow-answer', line)
    if (slowness) await setTimeout(slowness.ms, undefined, { signal: closing.signal }).catch(() => {})
    send(response, below(prefixOf(incoming.headers), emulator.approvalPath, answer), {
      [api.requestIdHeader]: requestId,
    })
  }
}

async function answerTo<Emulator extends BaseEmulator, Access extends string>(
  emulator: Emulator,
  api: Api<Emulator, Access>,
  routes: Route<Emulator, Access | 'local' | 'everyone'>[],
  incoming: IncomingMessage,
): Promise<Answer> {
  const { method, headers, url = '' } = incoming
  const { pathname, searchParams } = URL.parse(url, emulator.url) ?? new URL(emulator.url)
  const found = findRoute(routes, method, pathname)
  const access = found?.route.access
  if (access === 'local') requireLocal(emulator, headers)
  else if (access !== 'everyone') api.requireAccess(emulator, access, headers, pathname)
  if (!found) throw new Refusal(404, 'The specified resource does not exist.')

  const { route, id } = found
  const request: ApiRequest = { id, query: searchParams, headers, ...noBody() }
  const receive = async () => {
    const body = await readBody(incoming, route.body)
    if (api.isApiPath(pathname)) await applyRequestFaults(emulator, `${method} ${url}`)
    return { ...request, ...body }
  }
  const call = { route: route as Route<Emulator, Access>, key: `${method} ${pathname}`, request, receive }
  try {
    return await api.perform(emulator, call)
  } finally {
    await emulator.store.saved()
  }
}

/** Checks host and origin: a page of another site could point a host name at this machine, or submit a form to it. */
function requireLocal({ url }: BaseEmulator, { host, origin }: IncomingHttpHeaders) {
  const { port } = new URL(url)
  const hosts = ['127.0.0.1', 'localhost'].map(name => `${name}:${port}`)
  const isLocal = hosts.includes(host ?? '') && (origin === undefined || hosts.includes(origin.replace('http://', '')))
  if (!isLocal) throw new Refusal(403, 'access_denied: this is for this machine only.')
}

const ownRoutes: Route<BaseEmulator, 'local' | 'everyone'>[] = [
  { method: 'PUT', path: '/__emulator/faults', access: 'local', body: 'json', handle: putFaults },
  { method: 'GET', path: '/__emulator/faults', access: 'local', handle: listFaults },
  { method: 'DELETE', path: '/__emulator/faults', access: 'local', handle: deleteFaults },
  { method: 'PUT', path: '/__emulator/clock', access: 'local', body: 'json', handle: putClock },
  { method: 'GET', path: '/__emulator/console.css', access: 'everyone', handle: showConsoleStyle },
  { method: 'GET', path: '/__emulator/approval.css', access: 'everyone', handle: showApprovalStyle },
  {
    method: 'GET',
    path: '/__emulator/health',
    access: 'everyone',
    handle: () => ({ status: 200, body: { status: 'ok' } }),
  },
]

function findRoute<Emulator, Access extends string>(
  routes: Route<Emulator, Access>[],
  method: string | undefined,
  path: string,
) {
  for (const route of routes) {
    const id = method === route.method ? matchPath(route.path, path) : undefined
    if (id !== undefined) return { route, id }
  }
  return undefined
}

/** The part of the path that matches `:id`, '' without `:id`; undefined when the path does not match. */
function matchPath(pattern: string, path: string) {
  const [before = '', after] = pattern.split(':id')
  if (after === undefined) return pattern === path ? '' : undefined
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined

  const id = path.slice(before.length, path.length - after.length)
  return /^[\w.~-]+$/.test(id) ? id : undefined
}
