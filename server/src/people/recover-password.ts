import type { ResetPasswordInput } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { refused } from '../platform/http/errors.ts'
import { accountCounters, forgive } from '../platform/limits/limit-attempts.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { findFirstChange, isEmailConfirmed, markEmailConfirmed } from './email-rows.ts'
import { giveBackAddress } from './give-back-address.ts'
import { knowDevice } from './known-devices.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { revokeCredentials } from './revoke-credentials.ts'
import { hasTwoFactor } from './second-factor.ts'
import { deleteToken, findResetOwner } from './tokens.ts'
import { findAccountByEmail, lockUser, updatePassword } from './users.ts'

/** Does the same for every address; the mailer skips unknown ones and those over their limit. */
export async function requestPasswordReset(db: Database, email: string): Promise<void> {
  const { id: user, isClosed } = (await findAccountByEmail(db, email)) ?? { id: newId(), isClosed: false }
  await enqueueEmail(db, { kind: isClosed ? 'account-closed' : 'password-reset', user })
}

/** A link works once, ends all sessions, and restores an earlier address. Answers the device token. */
export async function resetPassword(
  db: Database,
  env: Env,
  { token, password }: ResetPasswordInput,
  browser: { address: string; devices: string[] },
): Promise<string[]> {
  const userId = await findResetOwner(db, token)
  if (!userId) throw worthless()

  await refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  return transact(db, async db => {
    // First, or two concurrent links would deadlock.
    const { email } = await lockUser(db, userId)
    // The address may have changed while the password was hashed: the token proves nothing about another one.
    if (!(await findResetOwner(db, token)) || !(await deleteToken(db, token))) throw worthless()
    // The caller opened the emailed link, and so reads at that address.
    const change = await findFirstChange(db, userId)
    const wasConfirmed = change ? change.wasConfirmed : await isEmailConfirmed(db, userId)
    if (!wasConfirmed) await dropUnprovenTwoFactor(db, userId)
    await updatePassword(db, userId, passwordHash)
    if (change) await giveBackAddress(db, userId, change)
    else await markEmailConfirmed(db, userId)
    const isProtected = await hasTwoFactor(db, userId)
    await revokeCredentials(db, userId)
    await enqueueEmail(db, { kind: 'password-changed', user: userId })
    // Failed logins are forgiven, so that the owner can log in at once.
    await forgive(db, accountCounters(env, { email: change?.email ?? email, address: browser.address }))
    await recordAudit(db, { actor: userId, action: 'password.reset', subject: `user:${userId}` })
    // Reading the email does not prove the second factor: elsewhere code attempts stay counted.
    return isProtected ? browser.devices : knowDevice(db, userId, browser.devices)
  })
}

/** Another person may have set up two-factor sign-in before any address was confirmed: it would lock out the caller. */
async function dropUnprovenTwoFactor(db: Transaction, userId: string): Promise<void> {
  if (!(await deleteUnprovenTwoFactor(db, userId))) return
  await enqueueEmail(db, { kind: 'two-factor-off', user: userId })
  await recordAudit(db, { actor: userId, action: 'two-factor.disabled', subject: `user:${userId}` })
}

const worthless = () => refused('This link was used already or is too old. Please ask for a new one.', 'link_expired')

/** The reader of the present address takes precedence over who set it up. Answers whether there was one. */
async function deleteUnprovenTwoFactor(db: Database, userId: string): Promise<boolean> {
  const customers = db.selectFrom('users').select('id').where('role', '=', 'customer')
  const { numDeletedRows } = await db
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where('user_id', 'in', customers)
    .where('confirmed_at', 'is not', null)
    .where(sql<boolean>`(not was_confirmed or exists (
      select from closed_accounts closed join users on users.id = two_factor.user_id
      where closed.erase_at > now() and closed.user_id <> users.id and closed.email in (
        select users.email union all select email from email_changes where user_id = users.id and expires_at > now()
      )
    ))`)
    .executeTakeFirst()
  return numDeletedRows > 0
}
