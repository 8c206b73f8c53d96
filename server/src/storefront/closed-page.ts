import cookie, { fastifyCookie } from '@fastify/cookie'
import { AREAS, firstPart, passwordOfVisitors, paths, type ShopInfo } from '@mela/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPasswordRight } from '../people/passwords.ts'
import { tokenOf } from '../people/request-session.ts'
import { findVisitor } from '../people/sessions.ts'
import { forbidden, ShopError, TooManyError } from '../platform/http/errors.ts'
import { refuseOtherOrigins } from '../platform/http/same-origin.ts'
import { failedAttempt, limitAttempts, visitorCounters } from '../platform/limits/limit-attempts.ts'
import { addressOf, limitCalls, siteOf } from '../platform/limits/request-limits.ts'
import { html, Markup } from '../platform/mail/html.ts'
import { hasPass, isOpenNow, setPass } from '../shop/closed-shop.ts'
import { findVisitorPassword } from '../shop/settings.ts'
import { showShop } from '../shop/show-shop.ts'
import { plainPath } from './page-address.ts'
import { plainStyle } from './pages.ts'

const ENTER_PATH = '/enter'

interface ClosedPage {
  shop: Pick<ShopInfo, 'name' | 'tagline' | 'accent' | 'logo' | 'logoOnDark' | 'keepsLight' | 'icon'>
  fonts: readonly string[]
  message: string | null
  hasPassword: boolean
  back: string
  isSignedIn: boolean
  error?: string | undefined
}

function closedPage({ shop, fonts, message, hasPassword, back, isSignedIn, error }: ClosedPage): string {
  const { name, tagline, icon } = shop
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Opening soon · ${name}</title><link rel="icon" href="${icon ?? '/favicon.svg'}">
<style>${plainStyle({ ...shop, fonts })}${new Markup(style)}</style></head>
<body><header class="name">${wordmark(shop)}</header><main><h1>Opening soon</h1><p>${tagline}</p>${
    message === null ? '' : html`<p class="message">${message}</p>`
  }${hasPassword ? passwordForm(back, error) : ''}
<p class="ways">${
    isSignedIn
      ? html`<a href="${paths.profile}">Your account and orders</a>`
      : html`<a href="${paths.login(back)}">Sign in</a>`
  }</p></main></body></html>`.source
}

function wordmark({ name, logo, logoOnDark, keepsLight }: ClosedPage['shop']) {
  if (!logo) return html`${name}`
  const onDark = keepsLight ? null : logoOnDark
  return html`<picture>${
    onDark
      ? html`<source media="(prefers-color-scheme: dark)" srcset="${onDark.url}" width="${onDark.width}" height="${onDark.height}">`
      : ''
  }<img src="${logo.url}" alt="${name}" width="${logo.width}" height="${logo.height}"></picture>`
}

function passwordForm(back: string, error: string | undefined) {
  return html`<form method="post" action="${ENTER_PATH}"><input type="hidden" name="back" value="${back}">
<label for="password">Password for visitors</label>
<input id="password" name="password" type="password" required maxlength="128" autocomplete="off"${
    error === undefined ? '' : html` aria-invalid="true" aria-describedby="error" autofocus`
  }>
${error === undefined ? '' : html`<p id="error" role="alert">${error}</p>`}<button>Enter</button></form>`
}

const style = `.name img{max-height:44px;width:auto;max-width:240px}.message{white-space:pre-line;margin-top:16px;color:var(--ink)}
form{display:grid;gap:8px;width:min(320px,100%);margin-top:32px;text-align:left}label{font-weight:600}
input{font:inherit;color:inherit;background:none;height:48px;padding:0 14px;border:1px solid var(--edge);border-radius:10px;box-sizing:border-box}
input[aria-invalid],#error{border-color:var(--danger);color:var(--danger)}button{font:600 15px "Instrument Sans",system-ui,sans-serif;height:48px;border:0;cursor:pointer}`

const CLOSED_SECONDS = 3600

/** The pages for signing in, and those to which emails link. */
const SIGN_IN_PAGES = new Set([
  ...[paths.login(), paths.forgotPassword, paths.resetPassword],
  ...[paths.confirmEmail, paths.restoreEmail, paths.reopenAccount, paths.guestOrder(), paths.stopReminders],
])

interface Access {
  to: 'everything' | 'bare' | 'setup' | 'nothing'
  isSignedIn?: boolean
}

/**
 * What a request may see while the shop is closed: everything (admins, and visitors with a pass), a bare page without
 * the data that the owner prepares (signing in, the account, earlier orders), the setup of two-factor sign-in in place of
 * the dashboard, or nothing.
 */
export async function accessOf(request: FastifyRequest): Promise<Access> {
  const { server, url } = request
  if (server.settings.isOpen === true || (await isOpenNow(server))) return { to: 'everything' }
  // The cookies are not parsed yet, because an open shop answers pages without them.
  request.cookies = fastifyCookie.parse(request.headers.cookie ?? '')
  const token = tokenOf(request)
  const session = token ? await findVisitor(server, token) : undefined
  if (session?.user.role === 'admin' || (await hasPass(request))) return { to: 'everything' }
  const path = plainPath(url)
  const isOwn = session && (path === paths.profile || path.startsWith(paths.pay('')))
  if (session?.user.awaitedRole !== undefined && `/${firstPart(path)}` === AREAS.dashboard) return { to: 'setup' }
  return {
    to: SIGN_IN_PAGES.has(path) || isOwn ? 'bare' : 'nothing',
    isSignedIn: session !== undefined && session.user.role !== 'guest',
  }
}

interface ClosedTo {
  refusal?: ShopError
  back?: string
  isSignedIn?: boolean | undefined
}

/**
 * Answers 503 with Retry-After, as during maintenance: search engines then keep the pages of a shop that closes for a
 * week, and add none of a shop that has not opened yet.
 */
export async function sendClosed(
  request: FastifyRequest,
  reply: FastifyReply,
  { refusal, back = request.url, isSignedIn = false }: ClosedTo = {},
) {
  const { db, settings, fonts } = request.server
  const present = await settings.current()
  const hasPassword = (await findVisitorPassword(db)) !== null
  const shop = await showShop(db, present)
  const { closedMessage: message } = present.shop
  const page = closedPage({ shop, fonts, message, hasPassword, back, isSignedIn, error: refusal?.message })
  return reply
    .code(refusal instanceof TooManyError ? 429 : refusal ? 403 : 503)
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .header('retry-after', refusal?.seconds ?? CLOSED_SECONDS)
    .type('text/html; charset=utf-8')
    .send(page)
}

const LONGEST_FORM = 4000

export async function enterRoutes(app: FastifyInstance): Promise<void> {
  refuseOtherOrigins(app)
  await app.register(cookie)
  limitCalls(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )

  // A reload, or the address bar, requests this path by GET after a wrong password.
  app.get(ENTER_PATH, { schema: { hide: true } }, (_request, reply) => reply.redirect(paths.home, 303))

  app.post(ENTER_PATH, { bodyLimit: LONGEST_FORM, schema: { hide: true } }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const back = ownPath(form.get('back') ?? '')
    try {
      const passwordHash = await proveVisitor(request, form.get('password') ?? '')
      if (passwordHash !== null) setPass(reply, passwordHash)
      return reply.header('cache-control', 'no-store').redirect(back, 303)
    } catch (error) {
      if (error instanceof ShopError) return sendClosed(request, reply, { refusal: error, back })
      throw error
    }
  })
}

async function proveVisitor(request: FastifyRequest, password: string): Promise<string | null> {
  const { db, env } = request.server
  const passwordHash = await findVisitorPassword(db)
  if (passwordHash === null) return null
  const counters = visitorCounters(env, { address: addressOf(request), site: siteOf(request) })
  await limitAttempts(db, counters, async () => {
    const { data: typed } = passwordOfVisitors.safeParse(password)
    if (typed === undefined || !(await isPasswordRight(typed, passwordHash)))
      throw failedAttempt(forbidden('This password is not right.'))
  })
  return passwordHash
}

/** A path of the shop; home for anything else. */
function ownPath(back: string): string {
  const shop = 'http://shop'
  const url = back.startsWith('/') && URL.canParse(back, shop) ? new URL(back, shop) : undefined
  // The path of /.//example.org begins like the address of another site.
  return url?.origin === shop && !url.pathname.startsWith('//') ? url.pathname + url.search : paths.home
}
