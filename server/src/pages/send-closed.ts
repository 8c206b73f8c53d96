import { fastifyCookie } from '@fastify/cookie'
import { AREAS, isIn, paths } from '@mela/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ShopError, TooManyError } from '../http/errors.ts'
import { tokenOf } from '../sessions/request-session.ts'
import { findSession } from '../sessions/sessions.repository.ts'
import { hasPass, isOpenNow } from '../settings/closed-shop.ts'
import { findVisitorPassword } from '../settings/settings.repository.ts'
import { showShop } from '../settings/settings.service.ts'
import { closedPage } from './closed-page.ts'

/** Search engines come again then. */
const CLOSED_SECONDS = 3600

/** What emails lead to, too. They stand alone, without the menu of the shop. */
const SIGN_IN_PAGES = new Set([
  ...[paths.login(), paths.register(), paths.forgotPassword, paths.resetPassword],
  ...[paths.confirmEmail, paths.restoreEmail, paths.reopenAccount],
])
/** Signing in, and the dashboard, which asks for an admin itself. */
const isPageWhileClosed = (path: string) => SIGN_IN_PAGES.has(path) || isIn(AREAS.dashboard, path)

/** Whether a page is to be answered with that of the closed shop: not to admins, visitors with a pass, and who pays an order of before. */
export async function isClosedTo(request: FastifyRequest): Promise<boolean> {
  const { server, url } = request
  const [path = ''] = url.split('?', 1)
  if (server.settings.isOpen === true || isPageWhileClosed(path)) return false
  if (await isOpenNow(server)) return false
  // Pages are answered without cookies while the shop is open.
  request.cookies = fastifyCookie.parse(request.headers.cookie ?? '')
  const token = tokenOf(request)
  const session = token ? await findSession(server.db, token) : undefined
  if (session && (session.user.role === 'admin' || path.startsWith(paths.pay('')))) return false
  return !(await hasPass(request))
}

/**
 * 503 with Retry-After, as for works: search engines keep what they know of a shop that closes for a week, and take
 * nothing up of one that has not opened yet.
 */
export async function sendClosed(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal?: ShopError,
  back = request.url,
) {
  const { db, settings } = request.server
  const present = await settings.current()
  const hasPassword = (await findVisitorPassword(db)) !== null
  const shop = await showShop(db, present)
  const page = closedPage({ shop, message: present.shop.closedMessage, hasPassword, back, error: refusal?.message })
  return reply
    .code(refusal instanceof TooManyError ? 429 : refusal ? 403 : 503)
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .header('retry-after', refusal instanceof TooManyError ? refusal.seconds : CLOSED_SECONDS)
    .type('text/html; charset=utf-8')
    .send(page)
}
