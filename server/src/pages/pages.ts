import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Env } from '../env.ts'
import { payPageHeaders, securityHeaders } from '../http/security-headers.ts'
import { failurePage } from './failure-page.ts'
import { pageAddress } from './page-address.ts'
import { PageCache, pack, type Rendering } from './page-cache.ts'
import { pageWriter } from './page-writer.ts'

const CACHE_BYTES = 64 * 1024 * 1024
const PAY_PAGE = /^\/account\/pay\/[^/]+(\?|$)/

export type Pages = ReturnType<typeof createPages>

/** The pages of the shop: those in memory, and the way to answer with one. */
export function createPages(env: Env) {
  const cache = new PageCache({ maxBytes: CACHE_BYTES })
  const proxied = { hasProxy: env.proxies > 0 }
  const write = pageWriter(securityHeaders(env), proxied)
  const writePayPage = pageWriter(payPageHeaders(env), proxied)

  return {
    drop: (tags: readonly string[]) => cache.drop(tags),

    /** Answers with a page that is in memory under just this address; false when there is none. */
    answerFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
      const page = request.method === 'GET' ? cache.get(request.url ?? '') : undefined
      if (page) write(request, response, page)
      return page !== undefined
    },

    /** Answers with a page, rendered now when it has to be; a failure is shown, and thrown on to be logged. */
    async answer(request: IncomingMessage, response: ServerResponse, render: (key: string) => Promise<Rendering>) {
      const url = request.url ?? '/'
      const { key, isShared } = pageAddress(url)
      try {
        const page = await (isShared ? cache.render(key, () => render(key)) : render(key).then(pack))
        const writeThis = PAY_PAGE.test(url) ? writePayPage : write
        writeThis(request, response, page)
      } catch (error) {
        write(request, response, failurePage)
        throw error
      }
    },
  }
}
