import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's costs: 19 MiB, two passes (DECISIONS B59). */
export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

const nobodysHash = hashPassword(randomBytes(24).toString('hex'))

/**
 * Does the same work when there is no such account, or one without a password, so that time does not tell which e-mails
 * are known (DECISIONS B53).
 */
export async function isPasswordRight(password: string, passwordHash: string | undefined): Promise<boolean> {
  const hasPassword = passwordHash?.startsWith('$argon2') ?? false
  const isRight = await verify(hasPassword && passwordHash ? passwordHash : await nobodysHash, password)
  return isRight && hasPassword
}
