import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { cleanUp } from '../operate/open-work.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { hashPassword } from './passwords.ts'

const password = 'abcd1!'
const wrong = 'abcd1?'

// Tests set their network addresses as a trusted proxy does.
const shop = startShop({ TRUST_PROXY: 'on' })

const account = async () =>
  (await shop.user({ password_hash: await hashPassword(password) })) as { email: string; id: string }

const logIn = (email: string, password: string, from = '203.0.113.5') =>
  shop.post('/auth/login', { email, password }, undefined, { 'x-forwarded-for': from })

async function logInTimes(times: number, email: string, password: string) {
  const answers = []
  for (let n = 0; n < times; n++) answers.push(await logIn(email, password))
  return answers
}

const anHourLater = () => sql`update attempts set since = since - interval '1 hour'`.execute(shop.db)

describe('failed logins', () => {
  it('B54 are limited to ten in 15 minutes; then the right password is refused too', async () => {
    const { email } = await account()

    const failed = await logInTimes(10, email, wrong)
    const refused = await logIn(email, password)

    expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401))
    const message = 'Too many failed attempts. Please try again in 15 minutes.'
    expect(refused).toMatchObject({ status: 429, success: false, message, cookies: [] })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(880)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
  })

  it('lock out neither the owner at another network address nor another account at this one', async () => {
    const { email } = await account()
    const neighbour = await account()
    await logInTimes(11, email, wrong)

    expect(await logIn(email, password, '198.51.100.7')).toMatchObject({ status: 200 })
    expect(await logIn(neighbour.email, password)).toMatchObject({ status: 200 })
  })

  it('are counted together within the IPv6 networks of one line, which are 56 bits long', async () => {
    const { email } = await account()
    for (let n = 1; n <= 10; n++) await logIn(email, wrong, `2001:db8:1:2${n % 10}::1`)

    expect(await logIn(email, password, '2001:db8:1:ff::1')).toMatchObject({ status: 429 })
    expect(await logIn(email, password, '2001:db8:1:100::1')).toMatchObject({ status: 200 })
  })

  it("are counted by the proxy's address, whatever the visitor claims", async () => {
    const { email } = await account()
    for (let n = 1; n <= 10; n++) await logIn(email, wrong, `198.51.100.${n}, 203.0.113.77`)

    expect(await logIn(email, password, '198.51.100.99, 203.0.113.77')).toMatchObject({ status: 429 })
    expect(await logIn(email, password, '203.0.113.78')).toMatchObject({ status: 200 })
  })

  it('test ten passwords when a hundred arrive at once', async () => {
    const { email } = await account()

    const answers = await Promise.all(Array.from({ length: 100 }, () => logIn(email, wrong)))

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
  })

  it('are reset by a success, which never counts, however many arrive at once', async () => {
    const { email } = await account()
    await logInTimes(9, email, wrong)

    const right = await Promise.all(Array.from({ length: 20 }, () => logIn(email, password)))
    const failed = await logInTimes(10, email, wrong)

    expect(right.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(failed.at(-1)).toMatchObject({ status: 401 })
  })

  it('expire after 15 minutes, and are deleted', async () => {
    const { email } = await account()
    await logInTimes(11, email, wrong)
    await anHourLater()

    expect(await logIn(email, wrong)).toMatchObject({ status: 401 })
    expect(await logIn(email, password)).toMatchObject({ status: 200 })

    await logIn(email, wrong)
    await anHourLater()
    await cleanUp(shop.db)
    const left = await shop.db.selectFrom('attempts').select(sql<string>`lasts::text`.as('lasts')).execute()
    expect(left.filter(({ lasts }) => lasts <= '01:00:00')).toEqual([])
  })

  it('are audited once they are used up, and stored without a name', async () => {
    const { id, email } = await account()

    await logInTimes(12, email, wrong)

    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 20, keyword: id })
    expect(rows).toMatchObject([
      { actor: null, action: 'login.failed', subject: `user:${id}`, after: { failures: 10 } },
    ])
    const attempts = JSON.stringify(await sql`select encode(key, 'escape') from attempts`.execute(shop.db))
    expect(attempts).not.toContain(email)
    expect(attempts).not.toContain('203.0.113')
  })
})
