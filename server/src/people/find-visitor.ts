import type { FastifyInstance } from 'fastify'
import { forbidden } from '../platform/http/errors.ts'
import type { SessionUser } from './session-user.ts'
import { findSession, hasTwoFactor } from './sessions.ts'

type Parts = Pick<FastifyInstance, 'db' | 'env' | 'settings'>

/** An admin has the rights of a customer until two-factor sign-in, where it is demanded, is set up. */
export async function findVisitor(parts: Parts, token: string): ReturnType<typeof findSession> {
  const session = await findSession(parts.db, token)
  if (session?.user.role !== 'admin' || !(await lacksTwoFactor(parts, session.user))) return session
  return { ...session, user: { ...session.user, role: 'customer', awaitedRole: 'admin' } }
}

async function lacksTwoFactor({ db, env, settings }: Parts, { id }: SessionUser): Promise<boolean> {
  // Anybody may be the admin of a demo.
  if (env.mode === 'demo' || !(await settings.current()).security.staffTwoFactor) return false
  return !(await hasTwoFactor(db, id))
}

export const twoFactorDemanded = () =>
  forbidden('Set up two-factor sign-in in your profile first.', 'two_factor_demanded')
