import { findForbidden, newPassword, PASSWORD_RULES, type Role, registerInput } from '@mela/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { lockAdminsAnd, updateRole } from '../accounts/staff-users.ts'
import { giveBackAddress } from '../people/change-email.ts'
import { revokeCredentials } from '../people/change-password.ts'
import { deleteChangesOf, findFirstChange, isEmailConfirmed, markEmailConfirmed } from '../people/email-rows.ts'
import { hashPassword, isCommonPassword, isTooCommon } from '../people/passwords.ts'
import { deleteTwoFactor, hasTwoFactor } from '../people/prove-owner.ts'
import { listUnreadable } from '../people/sealed-secrets.ts'
import { protectDemoAdmin } from '../people/session-user.ts'
import { findAccountByEmail, findIdByEmail, insertUser, updatePassword } from '../people/users.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { accountCounters, forgive } from '../platform/limits/limit-attempts.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { OperatorError } from './with-shop.ts'

/** The operator vouches for the address. */
export async function createPerson(
  db: Database,
  input: { firstName: string; lastName: string; email: string; password: string; role: Role },
): Promise<void> {
  const { firstName, lastName, ...rest } = input
  const { name, email } = valid(registerInput.omit({ password: true }), { ...rest, name: { firstName, lastName } })
  const passwordHash = await hashNewPassword(input.password)
  await transact(db, async db => {
    const { id } = await insertUser(db, { name, email, passwordHash, role: input.role })
    await markEmailConfirmed(db, id)
    await record(db, 'user.created', id, { after: { role: input.role } })
  })
}

/** An account that moved away is found by its previous address, and gets that back; answers the address it left. */
export async function setPassword(
  db: Database,
  env: Env,
  given: { email: string; password: string },
): Promise<string | undefined> {
  const email = given.email.trim().toLowerCase()
  const passwordHash = await hashNewPassword(given.password)
  return transact(db, async db => {
    const person = await lockPerson(db, env, email, await findWithFormerAddress(db, email))
    const change = person.email === email ? undefined : await findFirstChange(db, person.id, email)
    await updatePassword(db, person.id, passwordHash)
    // The operator vouches for this address: an earlier one, which may be another person's, can no longer be restored.
    if (change) await giveBackAddress(db, person.id, change, null)
    else await deleteChangesOf(db, person.id)
    await revokeCredentials(db, person.id)
    // The owner logs in with this password from an unknown device, whatever attempts failed.
    await forgive(db, accountCounters(env, { email, address: '' }))
    await enqueueEmail(db, { kind: 'password-changed', user: person.id })
    await record(db, 'password.reset', person.id)
    return change && person.email
  })
}

/** The operator verifies the owner's identity. */
export async function turnOffTwoFactor(db: Database, env: Env, email: string): Promise<void> {
  await transact(db, async db => {
    const { id } = await lockPerson(db, env, email)
    if (!(await hasTwoFactor(db, id))) throw conflict('This account has no two-factor sign-in.')
    await deleteTwoFactor(db, id)
    await enqueueEmail(db, { kind: 'two-factor-off', user: id })
    await record(db, 'two-factor.disabled', id)
  })
}

/** The key was lost, so these authenticator apps cannot be verified. */
export async function turnOffUnreadable(db: Database, env: Env): Promise<number> {
  const lost = await listUnreadable(db, env)
  for (const id of lost) {
    await transact(db, async db => {
      await deleteTwoFactor(db, id)
      await record(db, 'two-factor.disabled', id)
    })
  }
  return lost.length
}

/** One active admin always stays. Answers whether the address was ever confirmed. */
export async function setRole(
  db: Database,
  env: Env,
  { email, role }: { email: string; role: Role },
): Promise<boolean> {
  return transact(db, async db => {
    const { admins, ...person } = await lockPerson(db, env, email)
    const { id } = person
    const isConfirmed = await isEmailConfirmed(db, id)
    if (person.role === role && person.isRoleProven) return isConfirmed
    if (role !== 'admin' && admins.length === 1 && admins[0]?.id === id)
      throw conflict('This is the last admin; make another user an admin first.')

    await updateRole(db, person, { role, actor: null, isProven: true })
    return isConfirmed
  })
}

type Action = `${'user' | 'password' | 'two-factor'}.${string}`

const record = (db: Transaction, action: Action, id: string, states: { after?: object } = {}) =>
  recordAudit(db, { actor: null, action, subject: `user:${id}`, ...states })

const closed =
  'This account was deleted without its password. Its owner can open it again: "Forgot password?" sends the link.'

async function findWithFormerAddress(db: Database, email: string): Promise<string | undefined> {
  const found = await findAccountByEmail(db, email)
  if (found?.isClosed) throw new OperatorError(closed)
  return found?.id
}

async function lockPerson(db: Transaction, env: Env, email: string, id?: string) {
  const found = id ?? (await findIdByEmail(db, email.trim().toLowerCase())) ?? ''
  const { admins, user } = await lockAdminsAnd(db, found)
  if (!user) throw notFound('There is no account with this email.')
  protectDemoAdmin(env, user)
  return { ...user, admins }
}

/** A terminal has no list that ticks the rules, so the operator reads all of them. */
async function hashNewPassword(given: string): Promise<string> {
  const { success, data = '' } = newPassword.safeParse(given)
  if (!success) throw new OperatorError(`Please choose a stronger password. ${explainPassword(given)}`)
  if (await isCommonPassword(data)) throw new OperatorError(`${isTooCommon} ${explainPassword(data)}`)
  return hashPassword(data)
}

function explainPassword(password: string): string {
  const [length, ...others] = PASSWORD_RULES.map(({ label }) => label.replace(/^[A-Z]/, letter => letter.toLowerCase()))
  const unwanted = findForbidden(password.trim())
  return `It needs ${length}: ${others.join('; ')}.${unwanted && ` Not allowed: ${unwanted}`}`
}

function valid<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new OperatorError(parsed.error.issues[0]?.message ?? 'This is not valid.')
  return parsed.data
}

/** The demo's accounts and their appointees may have given a role to others. */
export const DOUBTFUL = sql`given as (
    select id, actor_id, substr(subject, 6) as user_id from audit_log where action = 'role.changed'
  ), doubtful as (
    select id::text from demo_rows where kind = 'user'
    union
    select given.user_id from given join doubtful on doubtful.id = given.actor_id
  )`

/** The demo admin's password is public, so its appointees may be anyone, unless the operator gave the role since. */
export async function listStaffOfDemo(db: Database): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    with recursive ${DOUBTFUL}, latest as (
      select distinct on (user_id) user_id, actor_id from given order by user_id, id desc
    )
    select users.id, users.email from users join latest on latest.user_id = users.id
    where users.role <> 'customer' and users.deleted_at is null and latest.actor_id in (select id from doubtful)
      and users.id not in (select id from demo_rows where kind = 'user')
    order by users.id`.execute(db)
  return rows
}
