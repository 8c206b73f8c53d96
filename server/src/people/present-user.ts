import type { User } from '@mela/contract'
import { accountRole, type SessionUser } from './session-user.ts'

export const userColumns = [
  'users.id',
  'users.first_name as firstName',
  'users.last_name as lastName',
  'users.email',
  'users.avatar_url as avatarUrl',
  'users.role',
  'users.is_active as isActive',
] as const

/** No other function decides which fields of a user are answered. */
export function presentUser(user: SessionUser): User {
  const { id, firstName, lastName, email, avatarUrl, isActive } = user
  return {
    _id: id,
    name: { firstName, lastName },
    email,
    avatar: avatarUrl === null ? null : { url: avatarUrl },
    role: accountRole(user),
    status: isActive,
  }
}
