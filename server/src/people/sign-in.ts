import type { BodyOf, Calls, LoginInput } from '@mela/contract'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { forbidden, unauthenticated } from '../platform/http/errors.ts'
import { failedAttempt, limitAttempts, loginCounters } from '../platform/limits/limit-attempts.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { releaseAddress } from './change-email.ts'
import { findKnownDevice, knowDevice } from './known-devices.ts'
import { hashPassword, isPasswordRight, refuseCommonPassword } from './passwords.ts'
import { codeIsMissing, findSecret, proveSecondFactor } from './prove-owner.ts'
import { presentUser, type SessionUser } from './session-user.ts'
import { deleteSession, insertSession } from './sessions.ts'
import { findUserWithPassword, insertUser } from './users.ts'

interface Browser {
  token: string
  userAgent: string | undefined
  address: string
  site: string
  devices: string[]
}

const wrongCredentials = () =>
  unauthenticated('Invalid email or password. Please check your credentials and try again.', 'invalid_credentials')

/** An unknown e-mail and a wrong password get the same answer; only the right password reveals a deactivation. */
export async function logIn(db: Database, env: Env, input: LoginInput, browser: Browser) {
  const { email } = input
  const device = await findKnownDevice(db, { email }, browser.devices)
  return limitAttempts(db, loginCounters(env, { email, ...browser, device }), async () => {
    const found = await findUserWithPassword(db, { email })
    const isRight = await isPasswordRight(input.password, found?.passwordHash)
    if (!found || !isRight) throw failedAttempt(wrongCredentials(), found?.user.id)
    if (!found.user.isActive)
      throw forbidden('Your account is deactivated. Please contact support.', 'account_deactivated')
    const proved = await proveSecondFactor(db, env, { ...found.user, devices: browser.devices }, input.code)

    return transact(db, async db => {
      // A concurrent change of password or address ended all sessions; this one must not outlive it.
      if (!(await areCredentialsCurrent(db, found))) throw wrongCredentials()
      // A session without a code must not outlive two-factor sign-in that was turned on meanwhile.
      if ((await findSecret(db, found.user.id, 'confirmed')) !== proved) throw codeIsMissing()
      const { id, role } = found.user
      const token = await openSession(db, id, browser)
      const devices = await knowDevice(db, id, browser.devices)
      if (role !== 'customer') await recordAudit(db, { actor: id, action: 'login.succeeded', subject: `user:${id}` })
      return { user: presentUser(found.user), token, devices }
    })
  })
}

export async function registerCustomer(
  db: Database,
  { name, email, password }: BodyOf<Calls['POST /auth/register']>,
  browser: Browser,
) {
  await refuseCommonPassword(password, 'password')
  const passwordHash = await hashPassword(password)
  return transact(db, async db => {
    await releaseAddress(db, email)
    const user = await insertUser(db, { name, email, passwordHash, role: 'customer' })
    await enqueueEmail(db, { kind: 'welcome', user: user.id })
    const devices = await knowDevice(db, user.id, browser.devices)
    return { user: presentUser(user), token: await openSession(db, user.id, browser), devices }
  })
}

async function openSession(db: Database, userId: string, { token, userAgent }: Browser): Promise<string> {
  await deleteSession(db, token)
  return insertSession(db, userId, userAgent)
}

/** Serialises with concurrent changes. */
async function areCredentialsCurrent(
  db: Transaction,
  { user, passwordHash }: { user: SessionUser; passwordHash: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('email', '=', user.email)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}
