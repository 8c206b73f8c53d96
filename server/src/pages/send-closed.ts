import { fastifyCookie } from '@fastify/cookie'
import { paths } from '@mela/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ShopError, TooManyError } from '../http/errors.ts'
import { tokenOf } from '../sessions/request-session.ts'
import { findSession } from '../sessions/sessions.repository.ts'
import { hasPass, isOpenNow } from '../settings/closed-shop.ts'
import { findVisitorPassword } from '../settings/settings.repository.ts'
import { showShop } from '../settings/settings.service.ts'
import { closedPage } from './closed-page.ts'
import { plainPath } from './moved-address.ts'

/** Search engines come again then. */
const CLOSED_SECONDS = 3600

/** What emails lead to, too. */
const SIGN_IN_PAGES = new Set([
  ...[paths.login(), paths.register(), paths.forgotPassword, paths.resetPassword],
  ...[paths.confirmEmail, paths.restoreEmail, paths.reopenAccount],
])

/**
 * What a request may see while the shop is closed: everything (admins, and visitors with a pass), a page without what the owner prepares
 * (signing in, and the orders of before), or nothing.
 */
export async function accessOf(request: FastifyRequest): Promise<'everything' | 'bare' | 'nothing'> {
  const { server, url } = request
  if (server.settings.isOpen === true || (await isOpenNow(server))) return 'everything'
  // Pages are answered without cookies while the shop is open.
  request.cookies = fastifyCookie.parse(request.headers.cookie ?? '')
  const token = tokenOf(request)
  const session = token ? await findSession(server.db, token) : undefined
  if (session?.user.role === 'admin' || (await hasPass(request))) return 'everything'
  const path = plainPath(url)
  return SIGN_IN_PAGES.has(path) || (session && path.startsWith(paths.pay(''))) ? 'bare' : 'nothing'
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
