import { createHash } from 'node:crypto'
import type { OwnerProof, TwoFactorState } from '@mela/contract'
import { Secret, TOTP } from 'otpauth'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { countRows } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, forbidden, invalid, ShopError } from '../platform/http/errors.ts'
import { failedAttempt, limitAttempts, proofCounters } from '../platform/limits/limit-attempts.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { findKnownDevice } from './known-devices.ts'
import { isPasswordRight } from './passwords.ts'
import { unseal } from './sealed-secrets.ts'
import type { SessionUser } from './session-user.ts'
import { findUserWithPassword } from './users.ts'

export const missingPassword = () => invalid({ password: 'Please enter your password.' })

/** True when password and code were right; a caller that lacks the password must make its change undoable. */
export async function proveOwner(db: Database, env: Env, user: SessionUser, { password, code }: OwnerProof) {
  if (password === undefined) {
    if (await hasTwoFactor(db, user.id)) throw missingPassword()
    return false
  }
  await confirmPassword(db, env, user, password)
  await proveSecondFactor(db, env, user, code, fieldRefusals)
  return true
}

export const roleIsUnproven = () =>
  conflict('Another admin has to confirm your role with their password first.', 'role_not_confirmed')

/** False when the password is missing. A stolen session can appoint an admin, whose own password must prove nothing. */
export async function proveAdmin(db: Database, env: Env, user: SessionUser, proof: OwnerProof): Promise<boolean> {
  if (proof.password === undefined) return false
  if (!user.isRoleProven) throw roleIsUnproven()
  return proveOwner(db, env, user, proof)
}

/** As `proveAdmin`, whose password must be there. Its answer takes the code: what is refused before that uses up none. */
export async function beginProof(db: Database, env: Env, user: SessionUser, { password, code }: OwnerProof) {
  if (password === undefined) throw missingPassword()
  if (!user.isRoleProven) throw roleIsUnproven()
  await confirmPassword(db, env, user, password)
  if (code === undefined && (await hasTwoFactor(db, user.id))) throw fieldRefusals.missing()
  return () => proveSecondFactor(db, env, user, code, fieldRefusals)
}

/** The session may be stolen, so wrong passwords are limited over all addresses, except for known devices. */
export async function confirmPassword(
  db: Database,
  env: Env,
  { id, devices = [] }: SessionUser,
  password: string,
  wrong: Record<string, string> = { password: 'Invalid password.' },
): Promise<string> {
  const device = await findKnownDevice(db, { id }, devices)
  return limitAttempts(db, proofCounters(env, 'password', { userId: id, device }), async () => {
    const found = await findUserWithPassword(db, { id })
    if (!found || !(await isPasswordRight(password, found.passwordHash)))
      throw failedAttempt(invalid(wrong, 'wrong_password'), id)
    return found.passwordHash
  })
}

export const codeIsWrong = { code: 'This code is not right. Please try again.' }

const CODE_MISSING = 'Please enter the code from your authenticator app.'

const aCodeIsNeeded = { twoFactor: true }

export const codeIsMissing = () => forbidden(CODE_MISSING, 'two_factor_required', aCodeIsNeeded)

/** Not 401, as the caller may be signed in. */
const loginRefusals = {
  missing: codeIsMissing,
  wrong: () =>
    new ShopError('forbidden', codeIsWrong.code, { code: 'wrong_code', errors: codeIsWrong, data: aCodeIsNeeded }),
}

const fieldRefusals = {
  missing: () => invalid({ code: CODE_MISSING }, 'two_factor_required'),
  wrong: () => invalid(codeIsWrong, 'wrong_code'),
}

/** Wrong codes count over all addresses, except for known devices. */
export async function proveSecondFactor(
  db: Database,
  env: Env,
  { id: userId, devices = [] }: Pick<SessionUser, 'id' | 'devices'>,
  code: string | undefined,
  { missing, wrong } = loginRefusals,
): Promise<string | undefined> {
  const sealed = await findSecret(db, userId, 'confirmed')
  if (sealed === undefined) return undefined
  if (code === undefined) throw missing()

  const device = await findKnownDevice(db, { id: userId }, devices)
  await limitAttempts(db, proofCounters(env, 'code', { userId, device }), async () => {
    // Recovery codes work without the key.
    const secret = unseal(env, userId, sealed)
    const step = secret === undefined ? undefined : stepOf(secret, code)
    const isTaken = step === undefined ? useRecoveryCode(db, userId, code) : takeStep(db, userId, step)
    if (!(await isTaken)) throw failedAttempt(wrong(), userId)
  })
  return sealed
}

function useRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  return transact(db, async db => {
    const { numDeletedRows } = await db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashOfRecoveryCode(code))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    const { recoveryCodesLeft: left } = await twoFactorStateOf(db, userId)
    await enqueueEmail(db, { kind: 'recovery-code-used', user: userId, left })
    await recordAudit(db, { actor: userId, action: 'two-factor.recovery-code-used', subject: `user:${userId}` })
    return true
  })
}

/** Uses a step once; false when it, or a later one, was used before. */
async function takeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export const hasTwoFactor = async (db: Database, userId: string): Promise<boolean> =>
  (await findSecret(db, userId, 'confirmed')) !== undefined

export async function findSecret(db: Database, userId: string, state: 'confirmed' | 'waiting') {
  const found = await db
    .selectFrom('two_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst()
  return found?.secret
}

export async function twoFactorStateOf(db: Database, userId: string): Promise<TwoFactorState> {
  const recoveryCodesLeft = await countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))
  return { isEnabled: await hasTwoFactor(db, userId), recoveryCodesLeft }
}

export async function deleteTwoFactor(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}

/** Steps of 30 seconds count from 1970; undefined for a wrong code. Clocks may differ by 30 seconds. */
export function stepOf(secret: string, code: string): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const drift = totp.validate({ token: code, window: 1 })
  return drift === null ? undefined : totp.counter() + drift
}

/** Random enough for a plain hash; dashes and case are ignored. */
export function hashOfRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest()
}
