import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { cookieName, isSecure } from '../platform/http/same-origin.ts'
import { hashOf, keepNewest, newToken } from './tokens.ts'

/** Per account. */
const MOST_DEVICES = 20

export async function findKnownDevice(db: Database, account: { id: string } | { email: string }, tokens: string[]) {
  if (tokens.length === 0) return undefined
  // A wider object may be passed: only its key names the account.
  const owner = 'id' in account ? { 'users.id': account.id } : { 'users.email': account.email }
  const known = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('token_hash')
    .where(({ and }) => and(owner))
    .where('token_hash', 'in', tokens.map(hashOf))
    .limit(1)
    .executeTakeFirst()
  return known?.token_hash.toString('hex')
}

export async function knowDevice(db: Database, userId: string, tokens: string[]): Promise<string[]> {
  if (await keepDevice(db, userId, tokens)) return tokens

  // Never a token from the browser: another site of this domain, or another person, may have set it.
  const token = newToken()
  await db
    .insertInto('known_devices')
    .values({ token_hash: hashOf(token), user_id: userId })
    .execute()
  await keepNewest(db, 'known_devices', userId, MOST_DEVICES)
  return [token, ...tokens]
}

async function keepDevice(db: Database, userId: string, tokens: string[]): Promise<boolean> {
  if (tokens.length === 0) return false
  const { numUpdatedRows } = await db
    .updateTable('known_devices')
    .set({ last_used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('token_hash', 'in', tokens.map(hashOf))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** `but` is the hash of the token that stays. */
export async function deleteDevicesOf(db: Database, userId: string, but?: string): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(but !== undefined, query => query.where('token_hash', '<>', Buffer.from(but ?? '', 'hex')))
    .execute()
}

export const DEVICE_COOKIE = 'mela_device'

/** The longest lifetime that browsers allow. */
const SECONDS = 365 * 24 * 3600
/** One token for each account used in the browser, newest first. */
const MOST_TOKENS = 5

/** Device tokens are no credentials: they keep other people's attempts from counting against this browser. */
export function devicesOf(request: FastifyRequest): string[] {
  const brought = request.cookies[cookieName(DEVICE_COOKIE, isSecure(request))] ?? ''
  const tokens = brought.split('.').filter(token => /^[\w-]{43}$/.test(token))
  return tokens.slice(0, MOST_TOKENS)
}

export function setDeviceCookie(reply: FastifyReply, tokens: string[]): void {
  if (tokens.length === 0) return
  const secure = isSecure(reply.request)
  reply.setCookie(cookieName(DEVICE_COOKIE, secure), tokens.slice(0, MOST_TOKENS).join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SECONDS,
  })
}
