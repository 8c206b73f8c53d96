import { lockOpenOrders } from '../orders/move-order.ts'
import { giveBackAddress, releaseAddress, takeAddress } from '../people/change-email.ts'
import { findFirstChange, isEmailConfirmed, markEmailConfirmed } from '../people/email-rows.ts'
import { randomPassword } from '../people/passwords.ts'
import { deletePendingTokens, findToken } from '../people/tokens.ts'
import { bringBack, findClosed, findIdByEmail, lockAccount, setAside } from '../people/users.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { refused } from '../platform/http/errors.ts'
import { invalidateReviewed } from './change-profile.ts'
import { clearAccount } from './close-account.ts'

const tooOld = () => refused('This link was used already or is too old.', 'link_expired')

/** A deletion that followed the change is undone with it. */
export const restoreEmail = (db: Database, token: string) => giveBack(db, 'restore-email', token)

export const reopenAccount = (db: Database, token: string) => giveBack(db, 'reopen-account', token)

async function giveBack(db: Database, purpose: 'restore-email' | 'reopen-account', token: string): Promise<void> {
  const claim = await findToken(db, purpose, token)
  if (!claim) throw tooOld()
  const { userId, email } = claim

  await transact(db, async (db, invalidate) => {
    await lockAccount(db, userId)
    const closed = await findClosed(db, userId)
    const isRestoring = purpose === 'restore-email'
    const change = await findFirstChange(db, userId, isRestoring ? email : undefined)
    const isValid = isRestoring ? change : closed && email === (change ?? closed).email
    if (!isValid) throw tooOld()
    if (closed) await reopen(db, invalidate, claim)
    if (!change && closed?.wasConfirmed) await markEmailConfirmed(db, userId)
    if (change) await giveBackAddress(db, userId, change)
    else await deletePendingTokens(db, userId)
  })
}

/** Anyone can register a free address; its reader can take that account over and delete it. */
const takenMeanwhile =
  'This address belongs to a newer account by now. If that is not yours, choose a new password for it by email, delete it or give it another address, and use this link again.'

/** An unconfirmed account at the address must not block the link of its reader. */
async function closeNewer(db: Transaction, invalidate: Invalidate, userId: string): Promise<void> {
  const newer = await lockAccount(db, userId)
  // A staff account stays, even when unconfirmed.
  if (newer?.role !== 'customer' || (await isEmailConfirmed(db, userId))) throw refused(takenMeanwhile, 'email_taken')
  const orders = await lockOpenOrders(db, userId)
  const isUnderWay = orders.some(({ status }) => status !== 'pending')
  // A deactivated account is not closed, because its customer could then reopen it.
  if (isUnderWay || !newer.isActive) return takeAddress(db, userId)
  await clearAccount(db, invalidate, userId)
  await setAside(db, userId, await randomPassword())
  await recordAudit(db, { actor: null, action: 'account.closed', subject: `user:${userId}` })
}

async function reopen(db: Transaction, invalidate: Invalidate, { userId, email }: { userId: string; email: string }) {
  await releaseAddress(db, email)
  const newer = await findIdByEmail(db, email)
  if (newer && newer !== userId) await closeNewer(db, invalidate, newer)
  // The caller reads at an address that other accounts had not confirmed.
  await db
    .deleteFrom('email_changes')
    .where('email', '=', email)
    .where('user_id', '<>', userId)
    .where('was_confirmed', '=', false)
    .execute()
  await bringBack(db, userId, email)
  await invalidateReviewed(db, invalidate, userId)
  await recordAudit(db, { actor: userId, action: 'account.reopened', subject: `user:${userId}` })
}
