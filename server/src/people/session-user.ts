import type { Role, User } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { forbidden, notFound } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
  avatarUrl: string | null
  role: Role | 'guest'
  /** The account's role, whose rights wait until two-factor sign-in is set up. */
  awaitedRole?: Role
  isActive: boolean
  /** False for an admin until another one confirms the appointment with their password. */
  isRoleProven: boolean
  /** The browser's device tokens; they grant no rights. */
  devices?: string[]
}

export const userColumns = [
  'users.id',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.email',
  'users.avatar_url as avatarUrl',
  'users.role',
  'users.is_active as isActive',
  'users.is_role_proven as isRoleProven',
] as const

export const noUser = () => notFound('User not found.')

/** No other function decides which fields of a user are answered. Guests are shown with their order alone. */
export function presentUser(user: SessionUser): User {
  const { id, firstName, lastName, email, avatarUrl, role, awaitedRole = role, isActive } = user
  if (awaitedRole === 'guest') throw noUser()
  return {
    _id: id,
    name: { firstName, lastName },
    email,
    avatar: avatarUrl === null ? null : { url: avatarUrl },
    role: awaitedRole,
    status: isActive,
  }
}

/** The demo's password is public, so any visitor could lock out the others. */
export function protectDemoAdmin(env: Pick<Env, 'mode' | 'demoAdmin'>, { email }: { email: string }): void {
  if (env.mode === 'demo' && email === env.demoAdmin.email)
    throw forbidden('The demo account cannot be changed.', 'demo_account')
}

/** What a demo shop signs in its visitors with; null once the shop has left the demo. */
export async function findDemoAdmin(db: Database, { mode, demoAdmin }: Pick<Env, 'mode' | 'demoAdmin'>) {
  if (mode !== 'demo') return null
  const { has_left_demo } = await db.selectFrom('settings').select('has_left_demo').executeTakeFirstOrThrow()
  return has_left_demo ? null : demoAdmin
}
