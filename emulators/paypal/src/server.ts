import type { IncomingMessage, RequestListener } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { requireAccess } from './api/access.ts'
import { below, prefixOf } from './api/prefix.ts'
import { performOnce, requestIdOf } from './api/request-id.ts'
import type { Emulator } from './base/emulator.ts'
import { ApiError, internalServerError, OAuthError, resourceNotFound } from './base/errors.ts'
import { takeFault } from './base/faults.ts'
import { type Answer, noBody, readBody, send } from './base/http.ts'
import { newDebugId } from './base/ids.ts'
import { applyRequestFaults } from './console/request-faults.ts'
import { findRoute } from './routes.ts'

export function answerRequests(emulator: Emulator): RequestListener {
  const { closing, store } = emulator
  return async (incoming, response) => {
    const debugId = newDebugId()
    const line = `${incoming.method} ${incoming.url}`
    const isApi = isApiPath(incoming.url ?? '')
    if (isApi && takeFault(store, 'hang', line)) {
      return closing.signal.addEventListener('abort', () => response.destroy())
    }
    const answer = await answerTo(emulator, incoming).catch(error => refusalAnswer(error, debugId))
    if (isApi && answer.status < 400 && takeFault(store, 'drop', line)) return response.destroy()

    const slowness = isApi && takeFault(store, 'slow-answer', line)
    if (slowness) await setTimeout(slowness.ms, undefined, { signal: closing.signal }).catch(() => {})
    send(response, below(prefixOf(incoming.headers), answer), debugId)
  }
}

function isApiPath(path: string) {
  return /^\/v[12]\//.test(path)
}

async function answerTo(emulator: Emulator, incoming: IncomingMessage): Promise<Answer> {
  const { method, headers } = incoming
  const { pathname, searchParams } = URL.parse(incoming.url ?? '', emulator.url) ?? new URL(emulator.url)
  const found = findRoute(method, pathname)
  requireAccess(emulator, found?.route.access ?? (isApiPath(pathname) ? 'bearer' : 'everyone'), headers)
  if (!found) throw resourceNotFound()

  const { route, id } = found
  const request = { id, query: searchParams, headers, ...noBody() }
  const perform = async () => {
    const body = await readBody(incoming, route.body)
    if (isApiPath(pathname)) await applyRequestFaults(emulator, `${method} ${incoming.url}`)
    return route.handle(emulator, { ...request, ...body })
  }
  const { repeat } = route
  const requestId = repeat && requestIdOf(headers)
  try {
    if (!repeat || !requestId) return await perform()
    const key = `${method} ${pathname} ${requestId}`
    return await performOnce(emulator, key, perform, id => repeat(emulator, { ...request, id }))
  } finally {
    await emulator.store.saved()
  }
}

function refusalAnswer(error: unknown, debugId: string): Answer {
  if (error instanceof OAuthError) {
    return { status: error.status, body: { error: error.error, error_description: error.message } }
  }
  if (error instanceof ApiError) {
    const { name, message, details, links } = error.problem
    const { status, headers } = error
    return { status, headers, body: { name, message, debug_id: debugId, details, links } }
  }
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  return refusalAnswer(internalServerError(), debugId)
}
