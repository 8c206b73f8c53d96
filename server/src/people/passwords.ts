import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { BusyError } from '../platform/http/errors.ts'

/** Node has four threads for this; files and page compression need some of them. */
const turns = pLimit(2)
/** At 50 milliseconds each, the last of them waits five seconds. */
const MOST_WAITING = 200

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return turns.activeCount + turns.pendingCount < MOST_WAITING ? turns(work) : Promise.reject(new BusyError())
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

const hashOfNoUser = hashPassword(randomBytes(24).toString('hex'))

/** A missing account takes as long, so that timing does not reveal known e-mails. */
export async function isPasswordRight(password: string, passwordHash: string | undefined): Promise<boolean> {
  const hasPassword = passwordHash?.startsWith('$argon2') ?? false
  const known = hasPassword && passwordHash ? passwordHash : await hashOfNoUser
  const isRight = await inTurn(() => verify(known, password))
  return isRight && hasPassword
}
