import { createHash, randomBytes } from 'node:crypto'
import { SHOP, type TwoFactorSecret, type TwoFactorState } from '@mela/contract'
import { Secret, TOTP } from 'otpauth'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { forbidden, ShopError } from '../platform/http/errors.ts'
import { failedAttempt, limitAttempts, proofCounters } from '../platform/limits/limit-attempts.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { findKnownDevice } from './known-devices.ts'
import { unseal } from './sealed-secrets.ts'
import type { SessionUser } from './session-user.ts'

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

export const hasTwoFactor = async (db: Database, userId: string): Promise<boolean> =>
  (await findSecret(db, userId, 'confirmed')) !== undefined

export async function findSecret(
  db: Database,
  userId: string,
  state: 'confirmed' | 'waiting',
): Promise<string | undefined> {
  const found = await db
    .selectFrom('two_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst()
  return found?.secret
}

export async function twoFactorStateOf(db: Database, userId: string): Promise<TwoFactorState> {
  const { recoveryCodesLeft } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('recoveryCodesLeft'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { isEnabled: await hasTwoFactor(db, userId), recoveryCodesLeft }
}

export async function deleteTwoFactor(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}

/** The defaults of authenticator apps: SHA-1, 6 digits, 30 seconds. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 }

export function newSecret(email: string, issuer: string = SHOP.name): TwoFactorSecret {
  const totp = new TOTP({ ...kind, issuer, label: email, secret: new Secret() })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/** Steps of 30 seconds count from 1970; undefined for a wrong code. Clocks may differ by 30 seconds. */
export function stepOf(secret: string, code: string): number | undefined {
  const totp = new TOTP({ ...kind, secret: Secret.fromBase32(secret) })
  const drift = totp.validate({ token: code, window: 1 })
  return drift === null ? undefined : totp.counter() + drift
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

/** Random enough for a plain hash; dashes and case are ignored. */
export function hashOfRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest()
}
