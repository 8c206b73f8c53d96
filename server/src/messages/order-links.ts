import { GUEST_LINK_DAYS, paths } from '@mela/contract'
import type { SessionUser } from '../people/session-user.ts'
import { issueToken } from '../people/tokens.ts'
import type { Database } from '../platform/database/database.ts'
import { html } from '../platform/mail/html.ts'
import type { Env } from '../platform/runtime/env.ts'
import type { Part } from './layout.ts'

export interface LinkContext {
  db: Database
  env: Env
  user: { id: string; email: string; role: SessionUser['role'] }
  /** An email that is rendered again keeps its id. */
  emailId: string
  onEnough(): void
}

/** A customer's page, or a link that opens a guest's order without signing in; undefined for a guest with too many. */
export async function orderUrl(
  { db, env, user, emailId, onEnough }: LinkContext,
  orderId: string,
): Promise<string | undefined> {
  if (user.role !== 'guest') return new URL(paths.pay(orderId), env.publicUrl).href
  const token = await issueToken(db, { user, purpose: 'guest-order', emailId })
  if (!token) onEnough()
  return token && new URL(paths.guestOrder(token), env.publicUrl).href
}

/** Every guest reads it, whether or not the address has an account. */
export function accountOffer(shopUrl: string): Part {
  const url = new URL(paths.register(), shopUrl).href
  const text = `The button works for ${GUEST_LINK_DAYS} days. With an account, all your orders are in one place:`
  return {
    html: html`<p class="quiet small">${text} <a href="${url}">Create an account</a></p>`,
    text: `${text}\n${url}`,
  }
}
