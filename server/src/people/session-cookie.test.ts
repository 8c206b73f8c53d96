import { API_BASE, UNATTENDED_HEADER } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserAfter, sessionCookieOf } from '../../test/browser.ts'
import { liveEnvironment } from '../../test/live-environment.ts'
import { type Person, startShop } from '../../test/shop.ts'

const shop = startShop()

const registration = () => ({
  name: { firstName: 'Asha', lastName: 'Rao' },
  email: `${crypto.randomUUID()}@example.com`,
  password: 'abcd1!',
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
type Role = 'admin' | 'manager' | 'customer'
const limits: [role: Role, idle: number, absolute: number][] = [
  ['admin', 12 * HOUR, 7 * DAY],
  ['manager', 12 * HOUR, 7 * DAY],
  ['customer', 30 * DAY, 365 * DAY],
]

describe('a session', () => {
  /** A session that was opened and last used this many milliseconds ago. */
  async function session(role: Role, { age = 0, idle = 0 }) {
    const person = await shop.customer({ role })
    const ago = (ms: number) => new Date(Date.now() - ms)
    await sql`update sessions set created_at = ${ago(Math.max(age, idle))}, last_used_at = ${ago(idle)}
      where user_id = ${person.id}`.execute(shop.db)
    return person
  }
  const ask = (person: Person) => shop.get('/users/current-user', person)

  it.each(limits)(
    'of role %s lasts so long from its last use, in the database and in the browser',
    async (role, idle) => {
      const person = await session(role, { idle: idle - 60_000 })

      const answer = await ask(person)

      const { expires_at } = await shop.db
        .selectFrom('sessions')
        .select('expires_at')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow()
      expect(sessionCookieOf(answer)).toMatchObject({ maxAge: idle / 1000, httpOnly: true, sameSite: 'Lax' })
      expect(browserAfter(answer)).toEqual(person)
      expect(Math.abs(expires_at.getTime() - Date.now() - idle)).toBeLessThan(60_000)
      expect((await ask(person)).cookies).toEqual([])
    },
  )

  it.each(limits)('of role %s ends without use, and the cookie is cleared', async (role, idle) => {
    const answer = await ask(await session(role, { idle: idle + 1000 }))

    expect(answer).toMatchObject({ status: 401, success: false, message: 'Please login to continue.' })
    expect(sessionCookieOf(answer)).toMatchObject({ value: '', expires: new Date(0) })
  })

  it.each(limits)('of role %s ends at its longest age, however often it is used', async (role, idle, absolute) => {
    const age = absolute - HOUR
    const near = await ask(await session(role, { age, idle: idle / 2 }))
    const over = await ask(await session(role, { age: absolute + 2 * DAY, idle: 0 }))

    expect(near.status).toBe(200)
    expect(sessionCookieOf(near)?.maxAge).toBeLessThanOrEqual((2 * DAY) / 1000)
    expect(over.status).toBe(401)
  })

  it('is not extended by automatic calls, nor by the live event stream, and ends in time', async () => {
    const person = await session('admin', { idle: 11 * HOUR })
    const lastUsedAt = async () =>
      (await shop.db.selectFrom('sessions').select('last_used_at').where('user_id', '=', person.id).execute())[0]
    const before = await lastUsedAt()

    const byItself = await shop.call('GET', '/dashboard/low-stock', {
      as: person,
      headers: { [UNATTENDED_HEADER]: '1' },
    })
    const stream = await shop.app.inject({
      url: `${API_BASE}/dashboard/events`,
      headers: { cookie: person.cookie, accept: 'text/event-stream' },
      payloadAsStream: true,
    })
    stream.stream().destroy()

    expect([byItself.status, byItself.cookies, stream.statusCode, stream.cookies]).toEqual([200, [], 200, []])
    expect(await lastUsedAt()).toEqual(before)
    expect((await shop.get('/dashboard/low-stock', person)).status).toBe(200)
    expect(await lastUsedAt()).not.toEqual(before)
  })

  it('T334 ends the moment its owner is deactivated', async () => {
    const person = await shop.customer()
    await shop.db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute()

    const answer = await shop.get('/users/current-user', person)

    expect(answer).toMatchObject({ status: 401, success: false })
    expect(sessionCookieOf(answer)).toMatchObject({ value: '', expires: new Date(0) })
  })
})

describe('behind a proxy that speaks https', () => {
  const trusting = startShop({ TRUST_PROXY: 'true' })
  const named = startShop({ PUBLIC_URL: 'https://mela.example' })
  const https = { 'x-forwarded-proto': 'https' }

  it('keeps session, sign and device under names that no sibling domain can set', async () => {
    const { cookies } = await trusting.call('POST', '/auth/register', { body: registration(), headers: https })

    expect(cookies).toMatchObject([
      { name: '__Host-mela_session', path: '/', secure: true, httpOnly: true },
      { name: '__Host-mela_signed_in', path: '/', secure: true },
      { name: '__Host-mela_device', path: '/', secure: true, httpOnly: true },
    ])
    for (const cookie of cookies) expect(cookie).not.toHaveProperty('domain')
  })

  it('ignores a session under the name without https, and clears both cookies at logout', async () => {
    const registered = await trusting.call('POST', '/auth/register', { body: registration(), headers: https })
    const { cookie } = browserAfter(registered)
    const ask = (cookie: string) => trusting.call('GET', '/users/current-user', { headers: { ...https, cookie } })

    expect(await ask(cookie)).toMatchObject({ status: 200 })
    expect(await ask(cookie.replace('__Host-', ''))).toMatchObject({ status: 401 })
    const { cookies } = await trusting.call('POST', '/auth/logout', { headers: { ...https, cookie } })
    expect(cookies).toMatchObject([
      { name: '__Host-mela_session', value: '', path: '/', secure: true },
      { name: '__Host-mela_signed_in', value: '', path: '/', secure: true },
    ])
    expect(await ask(cookie)).toMatchObject({ status: 401 })
  })

  it('follows PUBLIC_URL where the proxy says nothing', async () => {
    const answer = await named.call('POST', '/auth/register', {
      body: registration(),
      headers: { host: 'mela.example' },
    })

    expect(sessionCookieOf(answer)).toMatchObject({ name: '__Host-mela_session', secure: true })
  })
})

describe('a live shop', () => {
  const live = startShop(liveEnvironment)

  it('always marks the cookie Secure', async () => {
    const answer = await live.post('/auth/register', registration())

    expect(sessionCookieOf(answer)).toMatchObject({ secure: true })
  })
})
