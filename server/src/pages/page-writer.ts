import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Encoding, Page } from './page-cache.ts'

type Heads = Partial<Record<Encoding | 'unchanged', string[]>>

/** Writes pages to the socket, with headers built once per page instead of per request. */
export function pageWriter(security: Record<string, string>, { hasProxy }: { hasProxy: boolean }) {
  const known = new WeakMap<Page, Heads>()

  function headOf(page: Page, kind: Encoding | 'unchanged'): string[] {
    const heads = known.get(page) ?? {}
    known.set(page, heads)
    heads[kind] ??= pageHead(page, kind, Object.entries(security).flat(), hasProxy)
    return heads[kind]
  }

  /** `retryAfter` is in seconds, for fallback pages. */
  return ({ headers }: IncomingMessage, response: ServerResponse, page: Page, retryAfter?: number): void => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    else if (headers['if-none-match'] === page.etag) {
      response.writeHead(304, headOf(page, 'unchanged')).end()
      return
    }
    const encoding = bestEncoding(headers['accept-encoding'])
    response.writeHead(page.status, headOf(page, encoding)).end(page.body(encoding))
  }
}

function pageHead(page: Page, kind: Encoding | 'unchanged', security: string[], hasProxy: boolean): string[] {
  const { status, etag, tags } = page
  // Only a CDN uses them, and they are as long as all other headers together.
  const cacheTag = hasProxy && status === 200 ? ['cache-tag', [...tags].join(' ')] : []
  const head = [...security, 'cache-control', 'no-cache', 'etag', etag, 'vary', 'accept-encoding', ...cacheTag]
  if (kind === 'unchanged') return head
  head.push('content-type', 'text/html; charset=utf-8', 'content-length', String(page.body(kind).length))
  return kind === 'identity' ? head : [...head, 'content-encoding', kind]
}

function bestEncoding(accepted: string | string[] = ''): Encoding {
  const wanted = String(accepted)
    .split(',')
    .filter(coding => !isRefused(coding))
    .join()
  if (wanted.includes('br')) return 'br'
  return wanted.includes('gzip') ? 'gzip' : 'identity'
}

/** Whether a coding has the weight 0. Without a regular expression: the header may have 16 kB of a stranger's text. */
const isRefused = (coding: string) =>
  coding.split(';').some(part => part.trim().startsWith('q=') && Number.parseFloat(part.trim().slice(2)) === 0)
