import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StoredAnswer } from '../platform/http/answer-cache.ts'
import { cacheTagHeader } from '../platform/http/cache-tags.ts'
import { bestEncoding, type Encoding, isUnchanged } from '../platform/http/conditional.ts'
import type { Env } from '../platform/runtime/env.ts'

type Heads = Partial<Record<Encoding | 'unchanged', string[]>>

/** Writes pages to the socket, with headers built once per page instead of per request. */
export function pageWriter(security: Record<string, string>, env: Pick<Env, 'cdn'>) {
  const known = new WeakMap<StoredAnswer, Heads>()

  function headOf(page: StoredAnswer, kind: Encoding | 'unchanged'): string[] {
    const heads = known.get(page) ?? {}
    known.set(page, heads)
    heads[kind] ??= pageHead(page, kind, Object.entries(security).flat(), env)
    return heads[kind]
  }

  /** `retryAfter` is in seconds, for fallback pages. */
  return ({ headers }: IncomingMessage, response: ServerResponse, page: StoredAnswer, retryAfter?: number): void => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    else if (isUnchanged(headers['if-none-match'], page.etag)) {
      response.writeHead(304, headOf(page, 'unchanged')).end()
      return
    }
    const encoding = bestEncoding(headers['accept-encoding'])
    response.writeHead(page.status, headOf(page, encoding)).end(page.body(encoding))
  }
}

function pageHead(
  page: StoredAnswer,
  kind: Encoding | 'unchanged',
  security: string[],
  env: Pick<Env, 'cdn'>,
): string[] {
  const { status, etag, tags, type } = page
  const cacheTag = status === 200 ? Object.entries(cacheTagHeader(tags, env)).flat() : []
  const head = [...security, 'cache-control', 'no-cache', 'etag', etag, 'vary', 'accept-encoding', ...cacheTag]
  if (kind === 'unchanged') return head
  head.push('content-type', type, 'content-length', String(page.body(kind).length))
  return kind === 'identity' ? head : [...head, 'content-encoding', kind]
}
