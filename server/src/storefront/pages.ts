import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { paths } from '@mela/contract'
import pLimit from 'p-limit'
import { SESSION_COOKIE } from '../people/request-session.ts'
import {
  AnswerCache,
  bestEncoding,
  cacheTagHeader,
  isUnchanged,
  type Rendering,
  StoredAnswer,
} from '../platform/http/answer-cache.ts'
import { BusyError, TooManyError } from '../platform/http/errors.ts'
import { type PageSources, payPageHeaders, securityHeaders } from '../platform/http/security-headers.ts'
import type { Env } from '../platform/runtime/env.ts'
import { fallbackPages, type NamedLook } from './fallback-pages.ts'
import { pageAddress } from './page-address.ts'

/** Pages are rendered in one thread; more at once only share it, and the database connections. */
const AT_ONCE = 8
/** At ten milliseconds a page, the last of them waits two seconds. */
const MOST_WAITING = 200

const CACHE_BYTES = 64 * 1024 * 1024
const ANSWERS_BYTES = 32 * 1024 * 1024
const PAY_PAGE = new RegExp(`^${paths.pay('[^/]+')}(\\?|$)`)

const AWAY_SECONDS = 5

/** Thrown for a page that cannot be rendered while a dependency, such as the database, is away; names it. */
export class AwayError extends Error {}

interface Rendered {
  /** Throws a TooManyError when an address requests too many pages. */
  admit(): Promise<void>
  render(key: string): Promise<Rendering>
}

export type Pages = ReturnType<typeof createPages>

/** The page cache, and the answers of pages; `findLook` is for pages that need no database. */
export function createPages(env: Env, payPageSources: readonly PageSources[], findLook: () => NamedLook) {
  const standIn = fallbackPages(findLook)
  const enter = renderQueue()
  const cache = new AnswerCache({ maxSize: CACHE_BYTES, enter })
  const answers = new AnswerCache({ maxSize: ANSWERS_BYTES })
  const write = pageWriter(securityHeaders(env), env)
  const writePayPage = pageWriter(payPageHeaders(env, payPageSources), env)

  function renderNow(key: string, isShared: boolean, render: Rendered['render']): Promise<StoredAnswer> {
    const make = async () => new StoredAnswer(await render(key))
    return isShared ? cache.render(key, make) : enter(make)
  }

  return {
    drop(tags: readonly string[]) {
      cache.drop(tags)
      answers.drop(tags)
    },
    answers,

    /** Answers with the page, or to a visitor the answer, in memory under exactly this address; false when there is none. */
    answerFromMemory(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '', headers } = request
      if (method !== 'GET') return false
      const page = cache.get(url) ?? (headers.cookie?.includes(SESSION_COOKIE) ? undefined : answers.get(url))
      if (page) write(request, response, page)
      return page !== undefined
    },

    /**
     * Answers with a page, rendered if needed and `admit` permits it. A failure gets a fallback page, and is thrown on
     * to be logged, except for a TooManyError.
     */
    async answer(request: IncomingMessage, response: ServerResponse, { admit, render }: Rendered) {
      const url = request.url ?? '/'
      if (!isReadable(url)) return write(request, response, standIn('missing'))
      const { key, isShared } = pageAddress(url)
      try {
        const kept = isShared ? cache.get(key) : undefined
        if (!kept) await admit()
        const page = kept ?? (await renderNow(key, isShared, render))
        const writeThis = PAY_PAGE.test(url) ? writePayPage : write
        writeThis(request, response, page)
      } catch (error) {
        if (error instanceof TooManyError) return write(request, response, standIn('tooMany'), error.seconds)
        if (error instanceof BusyError) write(request, response, standIn('busy'), error.seconds)
        else if (error instanceof AwayError) write(request, response, standIn('away'), AWAY_SECONDS)
        else write(request, response, standIn('failure'))
        throw error
      }
    },
  }
}

function renderQueue() {
  const turns = pLimit(AT_ONCE)
  return <Result>(work: () => Promise<Result>): Promise<Result> =>
    turns.activeCount + turns.pendingCount < AT_ONCE + MOST_WAITING ? turns(work) : Promise.reject(new BusyError())
}

/** Writes pages to the socket. `retryAfter` is in seconds, for fallback pages. */
const pageWriter =
  (security: Record<string, string>, env: Pick<Env, 'cdn'>) =>
  ({ headers }: IncomingMessage, response: ServerResponse, page: StoredAnswer, retryAfter?: number): void => {
    const { status, etag, tags, type } = page
    const isKnown = retryAfter === undefined && isUnchanged(headers['if-none-match'], etag)
    const encoding = bestEncoding(headers['accept-encoding'])
    const body = isKnown ? undefined : page.body(encoding)
    const head: OutgoingHttpHeaders = {
      ...security,
      'cache-control': 'no-cache',
      etag,
      vary: 'accept-encoding',
      ...(status === 200 && cacheTagHeader(tags, env)),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...(body && { 'content-type': type, 'content-length': body.length }),
      ...(body && encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    response.writeHead(isKnown ? 304 : status, head).end(body)
  }

/** URL parsers drop tabs and line feeds, so that React Router finds another host in `/%09/%2fx`; no page has a control character. */
const isReadable = (url: string): boolean => !/^[^?]*%([01][\da-f]|7f)/i.test(url)
