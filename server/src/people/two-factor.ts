import { randomBytes } from 'node:crypto'
import type { PasswordAndCode, TwoFactorSecret } from '@mela/contract'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid } from '../platform/http/errors.ts'
import { failedAttempt, limitAttempts, proofCounters } from '../platform/limits/limit-attempts.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { deleteDevicesOf, findKnownDevice } from './known-devices.ts'
import {
  codeIsWrong,
  confirmPassword,
  deleteTwoFactor,
  findSecret,
  hashOfRecoveryCode,
  hasTwoFactor,
  proveSecondFactor,
  stepOf,
} from './prove-owner.ts'
import { seal, unseal } from './sealed-secrets.ts'
import { protectDemoAdmin, type SessionUser } from './session-user.ts'
import { type Caller, deleteSessionsOf, lockOwner } from './sessions.ts'

/** Logins change only once a code has confirmed the secret. */
export async function beginTwoFactor(
  db: Database,
  env: Env,
  { user, token }: Caller,
  password: string,
  shopName: string,
): Promise<TwoFactorSecret> {
  protectDemoAdmin(env, user)
  await confirmPassword(db, env, user, password)
  const made = newSecret(user.email, shopName)
  await transact(db, async db => {
    await lockOwner(db, user.id, token)
    if (!(await saveWaitingSecret(db, user.id, seal(env, user.id, made.secret))))
      throw conflict('Two-factor sign-in is already on.', 'two_factor_already_on')
  })
  return made
}

/** Other sessions end; recovery codes are stored only as hashes. */
export async function confirmTwoFactor(
  db: Database,
  env: Env,
  { user: { id, devices = [] }, token }: Caller,
  code: string,
): Promise<string[]> {
  const sealed = await findSecret(db, id, 'waiting')
  const secret = sealed && unseal(env, id, sealed)
  if (sealed === undefined || secret === undefined) throw await nothingToConfirm(db, id)
  const device = await findKnownDevice(db, { id }, devices)
  const step = await limitAttempts(db, proofCounters(env, 'code', { userId: id, device }), async () => {
    const step = stepOf(secret, code)
    if (step === undefined) throw failedAttempt(invalid(codeIsWrong, 'wrong_code'), id)
    return step
  })

  return transact(db, async db => {
    // Serialises with a change of address.
    await lockOwner(db, id, token)
    if (!(await confirmSecret(db, id, sealed, step))) throw await nothingToConfirm(db, id)
    const codes = await saveNewRecoveryCodes(db, id)
    await deleteSessionsOf(db, id, token)
    // The others have proved no code, and each would have attempts of its own.
    await deleteDevicesOf(db, id, device)
    await enqueueEmail(db, { kind: 'two-factor-on', user: id })
    await recordAudit(db, { actor: id, action: 'two-factor.enabled', subject: `user:${id}` })
    return codes
  })
}

async function nothingToConfirm(db: Database, userId: string) {
  return (await hasTwoFactor(db, userId))
    ? conflict(
        'Two-factor sign-in is on already. If you have not seen your recovery codes, make new ones.',
        'two_factor_already_on',
      )
    : conflict('There is nothing to confirm. Please start again.')
}

export async function disableTwoFactor(db: Database, env: Env, { user, token }: Caller, proof: PasswordAndCode) {
  await prove(db, env, user, proof)
  await transact(db, async db => {
    await lockOwner(db, user.id, token)
    await deleteTwoFactor(db, user.id)
    await enqueueEmail(db, { kind: 'two-factor-off', user: user.id })
    await recordAudit(db, { actor: user.id, action: 'two-factor.disabled', subject: `user:${user.id}` })
  })
}

export async function renewRecoveryCodes(db: Database, env: Env, { user, token }: Caller, proof: PasswordAndCode) {
  await prove(db, env, user, proof)
  return transact(db, async db => {
    await lockOwner(db, user.id, token)
    // Another request may have turned it off since the proof.
    if (!(await hasTwoFactor(db, user.id))) throw isOff()
    const codes = await saveNewRecoveryCodes(db, user.id)
    await recordAudit(db, { actor: user.id, action: 'two-factor.recovery-codes-renewed', subject: `user:${user.id}` })
    return codes
  })
}

async function prove(db: Database, env: Env, user: SessionUser, { password, code }: PasswordAndCode): Promise<void> {
  if (!(await hasTwoFactor(db, user.id))) throw isOff()
  await confirmPassword(db, env, user, password)
  await proveSecondFactor(db, env, user, code)
}

const isOff = () => conflict('Two-factor sign-in is not on.', 'two_factor_not_on')

/** Earlier codes are void. */
async function saveNewRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ user_id: userId, code_hash: hashOfRecoveryCode(code) })))
    .execute()
  return codes
}

/** False when a confirmed one exists, which stays. */
async function saveWaitingSecret(db: Database, userId: string, secret: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({ secret }).where('two_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0) > 0
}

async function confirmSecret(db: Database, userId: string, secret: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({
      confirmed_at: sql`now()`,
      last_step: step,
      was_confirmed: sql`(
        select email_confirmed_at is not null from users where id = user_id and not exists (
          select from email_changes where user_id = users.id and not was_confirmed and expires_at > now()
        )
      ) is true`,
    })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** The defaults are those of authenticator apps: SHA-1, 6 digits, 30 seconds. */
export function newSecret(email: string, issuer: string): TwoFactorSecret {
  const totp = new TOTP({ issuer, label: email, secret: new Secret() })
  return { secret: totp.secret.base32, url: totp.toString() }
}

const RECOVERY_CODES = 10
/** Look-alikes are left out: 0 and o, 1 and l. 32 letters keep a byte's remainder unbiased. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from(randomBytes(12), byte => alphabet[byte % alphabet.length]).join('')
    return code.replace(/(?<=^.{4}|^.{8})/g, '-')
  })
}
