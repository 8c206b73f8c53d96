import type { BodyOf, Calls } from '@mela/contract'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { invalid, refused } from '../platform/http/errors.ts'
import { accountCounters, forgive } from '../platform/limits/limit-attempts.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { giveBackAddress } from './change-email.ts'
import {
  deletePendingEmail,
  findFirstChange,
  isEmailConfirmed,
  keepFirstChange,
  markEmailConfirmed,
} from './email-rows.ts'
import { adoptGuestOrders } from './guests.ts'
import { deleteDevicesOf, knowDevice } from './known-devices.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { confirmPassword, hasTwoFactor } from './prove-owner.ts'
import { protectDemoAdmin, type SessionUser } from './session-user.ts'
import { deleteSessionsOf, insertSession, lockOwner } from './sessions.ts'
import { hashOf, tokensOfActive } from './tokens.ts'
import { findAccountByEmail, lockUser, updatePassword } from './users.ts'

const wrongOldPassword = { oldPassword: 'Old password is invalid' }

/** Every session ends; answers the tokens of a new session and a known device for this browser. */
export async function changePassword(
  db: Database,
  env: Env,
  user: SessionUser,
  { oldPassword, newPassword }: BodyOf<Calls['PATCH /users/current-user/password']>,
  browser: { token: string; userAgent: string | undefined },
): Promise<{ token: string; devices: string[] }> {
  protectDemoAdmin(env, user)
  const oldHash = await confirmPassword(db, env, user, oldPassword, wrongOldPassword)
  await refuseCommonPassword(newPassword, 'newPassword')
  const newHash = await hashPassword(newPassword)

  return transact(db, async db => {
    await lockOwner(db, user.id, browser.token)
    // Only a login with a code makes a device known: otherwise each change would reset the code attempts.
    const isProtected = await hasTwoFactor(db, user.id)
    // The second of two concurrent changes has the wrong old password.
    if (!(await updatePassword(db, user.id, newHash, oldHash))) throw invalid(wrongOldPassword, 'wrong_password')
    await keepFirstChange(db, user.id)
    await revokeCredentials(db, user.id)
    const token = await insertSession(db, user.id, browser.userAgent)
    const brought = user.devices ?? []
    const devices = isProtected ? brought : await knowDevice(db, user.id, brought)
    await enqueueEmail(db, { kind: 'password-changed', user: user.id })
    await recordAudit(db, { actor: user.id, action: 'password.changed', subject: `user:${user.id}` })
    return { token, devices }
  })
}

/** Does the same for every address; the mailer skips unknown ones and those over their limit. */
export async function requestPasswordReset(db: Database, email: string): Promise<void> {
  const { id: user, isClosed } = (await findAccountByEmail(db, email)) ?? { id: newId(), isClosed: false }
  await enqueueEmail(db, { kind: isClosed ? 'account-closed' : 'password-reset', user })
}

/** A link works once, ends all sessions, and restores an earlier address. Answers the device token. */
export async function resetPassword(
  db: Database,
  env: Env,
  { token, password }: BodyOf<Calls['POST /auth/reset-password']>,
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
    if (!(await findResetOwner(db, token)) || !(await takeToken(db, token))) throw worthless()
    // The caller opened the emailed link, and so reads at that address.
    const change = await findFirstChange(db, userId)
    const wasConfirmed = change ? change.wasConfirmed : await isEmailConfirmed(db, userId)
    if (!wasConfirmed) {
      await dropUnprovenTwoFactor(db, userId)
      await dropUnprovenDelivery(db, userId)
    }
    await updatePassword(db, userId, passwordHash)
    if (change) await giveBackAddress(db, userId, change)
    await markEmailConfirmed(db, userId)
    await adoptGuestOrders(db, { id: userId, email: change?.email ?? email })
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

/** The first address that the account can be given back to takes precedence over its own. */
async function findResetOwner(db: Database, token: string): Promise<string | undefined> {
  const first = sql`(
    select email from email_changes where user_id = users.id and expires_at > now() order by id limit 1)`
  const found = await tokensOfActive(db, 'password-reset', token)
    .select('users.id')
    .where('user_tokens.email', '=', sql<string>`coalesce(${first}, users.email)`)
    .executeTakeFirst()
  return found?.id
}

/** True for the first caller. */
async function takeToken(db: Transaction, token: string): Promise<boolean> {
  const deleted = await db.deleteFrom('user_tokens').where('token_hash', '=', hashOf(token)).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

const worthless = () => refused('This link was used already or is too old. Please ask for a new one.', 'link_expired')

/**
 * Another person may have set up two-factor sign-in before any address was confirmed: it would lock out the caller.
 * The reader of the present address takes precedence over who set it up.
 */
async function dropUnprovenTwoFactor(db: Transaction, userId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from two_factor using users
    where user_id = users.id and users.id = ${userId} and role = 'customer' and confirmed_at is not null
      and (not was_confirmed or exists (
        select from closed_accounts closed
        where closed.erase_at > now() and closed.user_id <> users.id and closed.email in (
          select users.email union all select email from email_changes where user_id = users.id and expires_at > now()
        )
      ))`.execute(db)
  if (!numAffectedRows) return
  await enqueueEmail(db, { kind: 'two-factor-off', user: userId })
  await recordAudit(db, { actor: userId, action: 'two-factor.disabled', subject: `user:${userId}` })
}

/** Their addresses and cart would be offered to the caller. An account that has paid is its buyer's. */
async function dropUnprovenDelivery(db: Transaction, userId: string): Promise<void> {
  const hasPaid = sql<boolean>`exists (select from payments where user_id = ${userId} and status = 'completed')`
  for (const table of ['addresses', 'carts'] as const) {
    await db
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where(({ not }) => not(hasPaid))
      .execute()
  }
}

/** With two-factor sign-in on, known devices stay: each has proved a code, and others must not lock them out. */
export async function revokeCredentials(db: Database, userId: string): Promise<void> {
  await deleteSessionsOf(db, userId)
  await db.deleteFrom('user_tokens').where('user_id', '=', userId).where('purpose', '=', 'password-reset').execute()
  if (!(await hasTwoFactor(db, userId))) await deleteDevicesOf(db, userId)
  await deletePendingEmail(db, userId)
  await db.deleteFrom('two_factor').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
}
