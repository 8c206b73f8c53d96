import type { IncomingMessage, RequestListener } from 'node:http'
import { requireAccess } from './access.ts'
import type { Emulator } from './emulator.ts'
import { ApiError, internalServerError, OAuthError, resourceNotFound } from './errors.ts'
import { type Answer, readBody, send } from './http.ts'
import { newDebugId } from './ids.ts'
import { performOnce, requestIdOf } from './request-id.ts'
import { findRoute } from './routes.ts'

export function answerRequests(emulator: Emulator): RequestListener {
  return async (incoming, response) => {
    const debugId = newDebugId()
    const answer = await answerTo(emulator, incoming).catch(error => refusalAnswer(error, debugId))
    send(response, answer, debugId)
  }
}

async function answerTo(emulator: Emulator, incoming: IncomingMessage): Promise<Answer> {
  const { method, headers } = incoming
  const { pathname, searchParams } = URL.parse(incoming.url ?? '', emulator.url) ?? new URL(emulator.url)
  const found = findRoute(method, pathname)
  requireAccess(emulator, found?.route.access ?? (/^\/v[12]\//.test(pathname) ? 'bearer' : 'everyone'), headers)
  if (!found) throw resourceNotFound()

  const { route, id } = found
  const request = { id, query: searchParams, headers, text: '', json: undefined, form: new URLSearchParams() }
  const perform = async () => route.handle(emulator, { ...request, ...(await readBody(incoming, route.body)) })
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
    return { status: error.status, body: { name, message, debug_id: debugId, details, links } }
  }
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  return refusalAnswer(internalServerError(), debugId)
}
