import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { accentColours, paths } from '@mela/contract'
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
import { html, Markup } from '../platform/mail/html.ts'
import type { Env } from '../platform/runtime/env.ts'
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
export function createPages(env: Env, findPayPageSources: () => readonly PageSources[], findLook: () => Look) {
  const standIn = fallbackPages(findLook)
  const enter = renderQueue()
  const cache = new AnswerCache({ maxSize: CACHE_BYTES, enter })
  const answers = new AnswerCache({ maxSize: ANSWERS_BYTES })
  const write = pageWriter(securityHeaders(env), env)
  const writePayPage: typeof write = (...page) => pageWriter(payPageHeaders(env, findPayPageSources()), env)(...page)

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
        const make = async () => new StoredAnswer(await render(key))
        const page = kept ?? (await (isShared ? cache.render(key, make) : enter(make)))
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

interface StandIn {
  status: number
  title: string
  text: string
  /** False where a reload would answer the same. */
  canRetry?: boolean
}

/** A page without dependencies, shown when no other can be. */
const standIn = (look: Look, { status, title, text, canRetry = true }: StandIn) =>
  new StoredAnswer({
    status,
    isWhole: true,
    tags: new Set(),
    html: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · ${look.name}</title>
<style>${plainStyle(look)}</style></head>
<body><header class="name"><a href="${paths.home}">${look.name}</a></header><main><h1>${title}</h1><p>${text}</p>
<p class="ways">${canRetry ? html`<a class="button" href="">Reload</a> ` : ''}<a href="${paths.home}">Home</a></p></main></body></html>`
      .source,
  })

const STAND_INS = {
  failure: {
    status: 500,
    title: 'Something went wrong',
    text: 'The page could not be shown. Please try again in a moment.',
  },
  missing: {
    status: 404,
    title: 'Page not found',
    text: 'No page of the shop has this address.',
    canRetry: false,
  },
  tooMany: {
    status: 429,
    title: 'A moment, please',
    text: 'You are opening pages faster than the shop can make them. Please try again in a minute.',
  },
  busy: {
    status: 503,
    title: 'The shop is very busy',
    text: 'More pages are asked for than the shop can make right now. Please try again in a few seconds.',
  },
  away: {
    status: 503,
    title: 'The shop is away for a moment',
    text: 'This page cannot be shown right now, and nothing you did is lost. Please try again in a few seconds.',
  },
} satisfies Record<string, StandIn>

export function fallbackPages(findLook: () => Look) {
  const made = new Map<string, StoredAnswer>()
  return (kind: keyof typeof STAND_INS): StoredAnswer => {
    const look = findLook()
    const key = JSON.stringify([kind, look])
    const page = made.get(key) ?? standIn(look, STAND_INS[kind])
    made.set(key, page)
    return page
  }
}

interface Look {
  name: string
  accent: string
  keepsLight: boolean
  /** URLs of the shop's sans and serif font files. */
  fonts: readonly string[]
}

/** Colours, type and layout of a plain page, as in web/src/styles/base.css. */
export function plainStyle({ accent, keepsLight, fonts: [sans, serif] }: Look): Markup {
  const { light, dark } = accentColours(accent)
  return new Markup(`${fontFace('Instrument Sans', sans)}${fontFace('Instrument Serif', serif)}
:root{color-scheme:light;--paper:#fbfaf6;--ink:#1c1814;--soft:#5c554f;--edge:#8f877d;--danger:#b3261e;--brand:${light.brand};--on-brand:#fdf9f1}
${keepsLight ? '' : `@media(prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#15110e;--ink:#f2eee8;--soft:#b3aba3;--danger:#f2938c;--brand:${dark.brand}}}`}
${layout}`)
}

const fontFace = (family: string, url: string | undefined) =>
  url === undefined
    ? ''
    : `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:400 700;font-display:swap}`

const layout = `body{font:16px/1.6 "Instrument Sans",system-ui,sans-serif;background:var(--paper);color:var(--ink);min-height:100vh;margin:0;overflow-wrap:anywhere;display:flex;flex-direction:column}
.name{font:28px/1 "Instrument Serif",Georgia,serif;margin:0;padding:20px 24px}.name a{color:var(--ink);text-decoration:none}
main{flex:1;display:grid;place-content:center;justify-items:center;text-align:center;padding:24px 24px 96px}
h1{font:400 clamp(32px,6vw,44px)/1.1 "Instrument Serif",Georgia,serif;margin:0 0 12px}p{margin:0;max-width:46ch;color:var(--soft)}
.ways{display:flex;gap:20px;align-items:center;margin-top:24px}.ways a{color:var(--ink);text-underline-offset:4px}
.ways .button,button{background:var(--brand);color:var(--on-brand);padding:9px 20px;border-radius:10px;text-decoration:none;font-weight:600}
:focus-visible{outline:2px solid #3d6bd9;outline-offset:2px}`
