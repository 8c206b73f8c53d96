import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../platform/database/database.ts'
import type { Env } from '../platform/runtime/env.ts'

/** The kind of sealing, so that another one can follow. */
const SEALED = 'v1:'
const [IV_BYTES, TAG_BYTES] = [12, 16]

const keyPlace = ({ secretKey, dataDir }: Env) => (secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key'))

/** A sealed secret is opened in its row alone, such as an account's, whose id names it. */
export function seal(env: Env, row: string, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', makeKey(env), iv).setAAD(Buffer.from(row))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

export function unseal(env: Env, row: string, stored: string): string | undefined {
  const key = findKey(env)
  if (!key) return undefined
  const bytes = Buffer.from(stored.slice(SEALED.length), 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(row))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** 32 bytes that follow from the shop's key, the same for each name; they tell nothing of the key. */
export const deriveBytes = (env: Env, name: string): Buffer => createHmac('sha256', makeKey(env)).update(name).digest()

const keys = new WeakMap<Env, Buffer>()

function findKey(env: Env): Buffer | undefined {
  const known = keys.get(env)
  if (known) return known
  const written = env.secretKey ?? readKeyFile(env)
  if (written === undefined) return undefined
  const key = createHash('sha256').update(written).digest()
  keys.set(env, key)
  return key
}

function makeKey(env: Env): Buffer {
  const known = findKey(env)
  if (known) return known
  mkdirSync(env.dataDir, { recursive: true })
  writeKeyFile(keyPlace(env))
  return findKey(env) ?? makeKey(env)
}

/** The file gets its name when it is complete: another process may read it at any moment. */
function writeKeyFile(place: string) {
  const draft = `${place}.${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true })
    linkSync(draft, place)
  } catch (error) {
    // Another process was faster; its key counts.
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readKeyFile(env: Env): string | undefined {
  try {
    const key = readFileSync(keyPlace(env), 'utf8').trim()
    if (key.length < 32) throw new Error(`${keyPlace(env)} holds no key. Put it back from a backup.`)
    return key
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

/** Throws a sentence when the key has changed. */
export async function refuseLostKey(db: Database, env: Env): Promise<void> {
  const lost = await listUnreadable(db, env)
  if (lost.length > 0) throw new Error(aboutLostKey(env, lost.length))
}

export async function listUnreadable(db: Database, env: Env): Promise<string[]> {
  const rows = await db.selectFrom('two_factor').select(['user_id', 'secret']).execute()
  return rows.filter(({ user_id, secret }) => unseal(env, user_id, secret) === undefined).map(({ user_id }) => user_id)
}

export const aboutLostKey = (env: Env, count: number) =>
  `Two-factor sign-in: the secrets of ${count} accounts cannot be read with the key of ${keyPlace(env)}. Put back the key that was used before; if it is lost, run: npm run admin -- two-factor-off --unreadable`
