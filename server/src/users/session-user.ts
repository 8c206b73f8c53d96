import type { Role } from '@mela/contract'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
  avatarUrl: string | null
  role: Role
  isActive: boolean
  /** The browser's device tokens; they grant no rights. */
  devices?: string[]
}
