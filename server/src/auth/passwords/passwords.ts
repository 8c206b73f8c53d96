import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { BusyError } from '../../http/errors.ts'

/** Node has four threads for this; files and the compression of pages need some of them, too. */
const turns = pLimit(2)
/** At 50 milliseconds each, the last of them waits five seconds. */
const MOST_WAITING = 200

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return turns.activeCount + turns.pendingCount < MOST_WAITING ? turns(work) : Promise.reject(new BusyError())
}

/** argon2id with the library's costs: 19 MiB, two passes (B59). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

const hashOfNoUser = hashPassword(randomBytes(24).toString('hex'))

/**
 * Does the same work when there is no such account, or one without a password, so that time does not tell which e-mails
 * are known (B53).
 */
export async function isPasswordRight(password: string, passwordHash: string | undefined): Promise<boolean> {
  const hasPassword = passwordHash?.startsWith('$argon2') ?? false
  const known = hasPassword && passwordHash ? passwordHash : await hashOfNoUser
  const isRight = await inTurn(() => verify(known, password))
  return isRight && hasPassword
}
