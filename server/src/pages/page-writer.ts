import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Encoding, Page } from './page-cache.ts'

type Heads = Record<Encoding | 'unchanged', string[]>

/** Writes pages to the socket, with headers built once per page instead of per request. */
export function pageWriter(security: Record<string, string>, { hasProxy }: { hasProxy: boolean }) {
  const known = new WeakMap<Page, Heads>()

  function headsOf(page: Page): Heads {
    const heads = known.get(page) ?? pageHeads(page, Object.entries(security).flat(), hasProxy)
    known.set(page, heads)
    return heads
  }

  /** `retryAfter` is in seconds, for fallback pages. */
  return ({ headers }: IncomingMessage, response: ServerResponse, page: Page, retryAfter?: number): void => {
    const heads = headsOf(page)
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    else if (headers['if-none-match'] === page.etag) {
      response.writeHead(304, heads.unchanged).end()
      return
    }
    const encoding = bestEncoding(headers['accept-encoding'])
    response.writeHead(page.status, heads[encoding]).end(page.bodies[encoding])
  }
}

function pageHeads({ status, etag, tags, bodies }: Page, security: string[], hasProxy: boolean): Heads {
  // Only a CDN uses them, and they are as long as all other headers together.
  const cacheTag = hasProxy && status === 200 ? ['cache-tag', [...tags].join(' ')] : []
  const unchanged = [...security, 'cache-control', 'no-cache', 'etag', etag, 'vary', 'accept-encoding', ...cacheTag]
  const withBody = (encoding: Encoding) => [
    ...unchanged,
    ...['content-type', 'text/html; charset=utf-8', 'content-length', String(bodies[encoding].length)],
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
  ]
  return { unchanged, br: withBody('br'), gzip: withBody('gzip'), identity: withBody('identity') }
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
