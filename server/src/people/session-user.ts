import type { Role } from '@mela/contract'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
  avatarUrl: string | null
  /** The rights: those of a customer while `awaitedRole` is held back. */
  role: Role
  /** The account's role, whose rights wait until two-factor sign-in is set up. */
  awaitedRole?: Role
  isActive: boolean
  /** The browser's device tokens; they grant no rights. */
  devices?: string[]
}

/** The account's own role, whatever it may do at present. */
export const accountRole = ({ role, awaitedRole = role }: SessionUser): Role => awaitedRole
