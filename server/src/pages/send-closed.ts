import { fastifyCookie } from '@fastify/cookie'
import { AREAS, paths } from '@mela/contract'
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

const ORDER_PAGES = paths.pay('')
/** Signing in, the dashboard, which asks for an admin itself, and the orders of before. */
const isPageWhileClosed = (path: string) =>
  [`${AREAS.auth}/`, `${AREAS.dashboard}/`, ORDER_PAGES].some(start => path.startsWith(start)) ||
  path === AREAS.dashboard

/** Whether a page is to be answered with that of the closed shop. */
export async function isClosedTo(request: FastifyRequest): Promise<boolean> {
  const { server, url } = request
  if (server.settings.isOpen === true || isPageWhileClosed(url.split('?')[0] ?? '')) return false
  if (await isOpenNow(server)) return false
  // Pages are answered without cookies while the shop is open.
  request.cookies = fastifyCookie.parse(request.headers.cookie ?? '')
  const token = tokenOf(request)
  const session = token ? await findSession(server.db, token) : undefined
  return session?.user.role !== 'admin' && !(await hasPass(request))
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
