import { describe, expect, it } from 'vitest'
import { browserAfter, sessionCookieOf } from '../../test/browser.ts'
import { liveEnvironment } from '../../test/live-environment.ts'
import { startShop } from '../../test/shop.ts'

const weekInSeconds = 7 * 24 * 3600

const shop = startShop()

const registration = () => ({
  name: { firstName: 'Asha', lastName: 'Rao' },
  email: `${crypto.randomUUID()}@example.com`,
  password: 'abcd1!',
})

describe('a session', () => {
  async function session(changes: { last_used_at?: Date; expires_at?: Date }) {
    const person = await shop.customer()
    await shop.db.updateTable('sessions').set(changes).where('user_id', '=', person.id).execute()
    return person
  }

  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)

  it('lasts seven days from its last use, in the database and in the browser', async () => {
    const person = await session({ last_used_at: hoursFromNow(-24), expires_at: hoursFromNow(24) })

    const answer = await shop.get('/users/current-user', person)

    const { expires_at } = await shop.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(sessionCookieOf(answer)).toMatchObject({ maxAge: weekInSeconds, httpOnly: true, sameSite: 'Lax' })
    expect(browserAfter(answer)).toEqual(person)
    expect(expires_at.getTime()).toBeGreaterThan(hoursFromNow(7 * 24 - 1).getTime())
    expect((await shop.get('/users/current-user', person)).cookies).toEqual([])
  })

  it('ends after seven days without use, and the cookie goes', async () => {
    const person = await session({ expires_at: hoursFromNow(-0.01) })

    const answer = await shop.get('/users/current-user', person)

    expect(answer).toMatchObject({ status: 401, success: false, message: 'Please login to continue.' })
    expect(sessionCookieOf(answer)).toMatchObject({ value: '', expires: new Date(0) })
  })

  it('T334 stops working the moment its owner is deactivated', async () => {
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

  it('marks the cookie Secure when the proxy is trusted', async () => {
    const overHttps = await trusting.call('POST', '/auth/register', { body: registration(), headers: https })
    const overHttp = await trusting.call('POST', '/auth/register', { body: registration() })

    expect(sessionCookieOf(overHttps)).toMatchObject({ secure: true })
    expect(sessionCookieOf(overHttp)).not.toHaveProperty('secure')
  })

  it('keeps session and sign under names that no neighbouring domain can plant', async () => {
    const { cookies } = await trusting.call('POST', '/auth/register', { body: registration(), headers: https })

    expect(cookies.slice(0, 2)).toMatchObject([
      { name: '__Host-mela_session', path: '/', secure: true, httpOnly: true },
      { name: '__Host-mela_signed_in', path: '/', secure: true },
    ])
    for (const cookie of cookies) expect(cookie).not.toHaveProperty('domain')
  })

  it('knows no session by the name that goes without https, and takes both cookies back at logout', async () => {
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

  it('goes by PUBLIC_URL where the proxy says nothing', async () => {
    const answer = await named.call('POST', '/auth/register', {
      body: registration(),
      headers: { host: 'mela.example' },
    })

    expect(sessionCookieOf(answer)).toMatchObject({ name: '__Host-mela_session', secure: true })
  })

  it('believes no header when it is not', async () => {
    const answer = await shop.call('POST', '/auth/register', { body: registration(), headers: https })

    expect(sessionCookieOf(answer)).not.toHaveProperty('secure')
  })
})

describe('a live shop', () => {
  const live = startShop(liveEnvironment)

  it('always marks the cookie Secure', async () => {
    const answer = await live.post('/auth/register', registration())

    expect(sessionCookieOf(answer)).toMatchObject({ secure: true })
  })
})
