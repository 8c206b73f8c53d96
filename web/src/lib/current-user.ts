import { SIGNED_IN_COOKIE, type User } from '@mela/contract'
import { onSessionEnd } from './api.ts'
import { createStore } from './storage.ts'

/** The signed-in user as the browser remembers it, for display only: the server checks every right. */
export interface StoredUser {
  id: string
  name: { firstName: string; lastName: string }
  avatarUrl: string | null
  role: User['role']
  isActive: boolean
  email: string
}

const store = createStore<StoredUser | null>('mela.user', null, stored =>
  typeof stored === 'object' && stored !== null && 'id' in stored && 'name' in stored && 'email' in stored
    ? (stored as StoredUser)
    : undefined,
)

export const useCurrentUser = store.use

export function rememberUser({ _id, name, avatar, role, status, email }: User): void {
  if (expired.get()) expired.set(null)
  store.set({ id: _id, name, avatarUrl: avatar?.url ?? null, role, isActive: status, email })
}

export function forgetUser(): void {
  if (store.get()) store.set(null)
  if (expired.get()) expired.set(null)
}

/** Id of the user whose session ended without a logout, until the next login: the address of the cart is still theirs. */
const expired = createStore<string | null>('mela.expired-user', null, stored =>
  typeof stored === 'string' ? stored : undefined,
)

export const useIsExpired = () => expired.use() !== null

function expireUser(): void {
  const user = store.get()
  if (!user) return
  expired.set(user.id)
  store.set(null)
}

/** Whether this user was signed in last and has not logged out; a login asks before it remembers its user. */
export const wasSignedIn = ({ _id }: User) => (storedUser()?.id ?? expired.get()) === _id

export const storedUser = store.get

/** Calls back when the user has changed, in any tab; signing out alone is no change. A visitor may have been a guest. */
export function onAnotherUser(listener: (wasVisitor: boolean) => void): void {
  let known = storedUser()?.id
  store.subscribe(() => {
    const id = storedUser()?.id
    if (!id || id === known) return
    const wasVisitor = known === undefined
    known = id
    listener(wasVisitor)
  })
}

/** Whether the readable cookie exists that the server sets beside the session cookie. */
export const hasSignedInCookie = () => document.cookie.includes(`${SIGNED_IN_COOKIE}=`)

/** False when no user can be signed in, so that the server need not be asked. */
export function mayBeSignedIn(): boolean {
  return storedUser() !== null || hasSignedInCookie()
}

// A session that ended elsewhere shows as a 401 on the next call.
onSessionEnd(() => typeof window !== 'undefined' && expireUser())
