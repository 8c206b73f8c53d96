import type { LoginInput, RegisterInput, User } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { forbidden, unauthenticated } from '../http/errors.ts'
import { presentUser } from '../users/present-user.ts'
import { findUserWithPassword, insertUser } from '../users/users.repository.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'
import { deleteSession, insertSession } from './sessions.repository.ts'

/** The browser that somebody signs in from. */
export interface Browser {
  /** The session it had until now, which ends (DECISIONS B46, B52). */
  token: string | undefined
  userAgent: string | undefined
}

interface SignedIn {
  user: User
  token: string
}

/** An unknown e-mail and a wrong password look the same (DECISIONS B53); only who knows the password learns of a deactivation. */
export async function logIn(db: Database, { email, password }: LoginInput, browser: Browser): Promise<SignedIn> {
  const found = await findUserWithPassword(db, email)
  const isRight = await isPasswordRight(password, found?.passwordHash)
  if (!found || !isRight) {
    throw unauthenticated('Invalid email or password. Please check your credentials and try again.')
  }
  if (!found.user.isActive) throw forbidden('Your account is deactivated. Please contact support.')

  return db.transaction().execute(async db => {
    return { user: presentUser(found.user), token: await openSession(db, found.user.id, browser) }
  })
}

/** A new account is a customer's, and signed in at once (DECISIONS B63). */
export async function registerCustomer(
  db: Database,
  { name, email, password }: RegisterInput,
  browser: Browser,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async db => {
    const user = await insertUser(db, { name, email, passwordHash, role: 'customer' })
    return { user: presentUser(user), token: await openSession(db, user.id, browser) }
  })
}

/** Ends the session, if there still is one (DECISIONS B58). */
export async function logOut(db: Database, token: string | undefined): Promise<void> {
  if (token) await deleteSession(db, token)
}

async function openSession(db: Database, userId: string, { token, userAgent }: Browser): Promise<string> {
  if (token) await deleteSession(db, token)
  return insertSession(db, userId, userAgent)
}
