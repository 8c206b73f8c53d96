import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { forbidden, ShopError } from '../platform/http/errors.ts'
import { proofCounters } from '../platform/limits/attempt-counters.ts'
import { failedAttempt, limitAttempts } from '../platform/limits/limit-attempts.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { findKnownDevice } from './known-devices.ts'
import { hashOfRecoveryCode, stepOf } from './one-time-codes.ts'
import { unseal } from './sealed-secrets.ts'
import type { SessionUser } from './session-user.ts'
import { findSecret, twoFactorStateOf } from './two-factor-rows.ts'

const aCodeIsNeeded = { twoFactor: true }

export const codeIsWrong = { code: 'This code is not right. Please try again.' }

export const codeIsMissing = () =>
  forbidden('Please enter the code from your authenticator app.', 'two_factor_required', aCodeIsNeeded)

const refusals = {
  missing: codeIsMissing,
  wrong: () =>
    new ShopError('forbidden', codeIsWrong.code, { code: 'wrong_code', errors: codeIsWrong, data: aCodeIsNeeded }),
}

/** Not 401, as the caller may be signed in. Wrong codes count over all addresses, except for known devices. */
export async function proveSecondFactor(
  db: Database,
  env: Env,
  { id: userId, devices = [] }: Pick<SessionUser, 'id' | 'devices'>,
  code: string | undefined,
  { missing, wrong } = refusals,
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

async function useRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  return transact(db, async db => {
    if (!(await takeRecoveryCode(db, userId, hashOfRecoveryCode(code)))) return false
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

async function takeRecoveryCode(db: Database, userId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0
}
