import type { Role } from '@mela/contract'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
  avatarUrl: string | null
  role: Role
  /** The account's role, whose rights wait until two-factor sign-in is set up. */
  awaitedRole?: Role
  isActive: boolean
  /** The browser's device tokens; they grant no rights. */
  devices?: string[]
}

export const accountRole = ({ role, awaitedRole = role }: SessionUser): Role => awaitedRole
