import { fastifyCookie } from '@fastify/cookie'
import { AREAS, firstPart, paths } from '@mela/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findVisitor } from '../people/find-visitor.ts'
import { tokenOf } from '../people/request-session.ts'
import { type ShopError, TooManyError } from '../platform/http/errors.ts'
import { hasPass, isOpenNow } from '../shop/closed-shop.ts'
import { findVisitorPassword } from '../shop/settings.repository.ts'
import { showShop } from '../shop/settings.service.ts'
import { closedPage } from './closed-page.ts'
import { plainPath } from './moved-address.ts'

/** Search engines come again then. */
const CLOSED_SECONDS = 3600

/** The pages for signing in, and those to which emails link. */
const SIGN_IN_PAGES = new Set([
  ...[paths.login(), paths.forgotPassword, paths.resetPassword],
  ...[paths.confirmEmail, paths.restoreEmail, paths.reopenAccount],
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
  return { to: SIGN_IN_PAGES.has(path) || isOwn ? 'bare' : 'nothing', isSignedIn: session !== undefined }
}

interface ClosedTo {
  refusal?: ShopError
  /** The requested path. */
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
    .header('retry-after', refusal instanceof TooManyError ? refusal.seconds : CLOSED_SECONDS)
    .type('text/html; charset=utf-8')
    .send(page)
}
