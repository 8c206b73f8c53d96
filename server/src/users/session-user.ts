import type { Role } from '@mela/contract'

export interface SessionUser {
  id: string
  firstName: string
  lastName: string
  email: string
  avatarUrl: string | null
  role: Role
  isActive: boolean
  /** By which of its accounts the browser that asks is known; no right follows from it. */
  devices?: string[]
}
