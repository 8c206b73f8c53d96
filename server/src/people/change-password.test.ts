import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserAfter } from '../../test/browser.ts'
import { liveEnvironment } from '../../test/live-environment.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { hashPassword } from './passwords.ts'

const oldPassword = 'abcd1!'
const newPassword = 'Lotus#42'

const shop = startShop()

async function account(given: { email?: string } = {}) {
  const { email, id } = await shop.user({ password_hash: await hashPassword(oldPassword), ...given })
  return { id, email, browser: await shop.signIn(id) }
}

const change = (body: object, as?: Person) => shop.call('PATCH', '/users/current-user/password', { body, as })
const logIn = async (email: string, password: string) => (await shop.post('/auth/login', { email, password })).status
const isSignedIn = async (browser: Person) => (await shop.get('/users/current-user', browser)).status === 200

describe('PATCH /users/current-user/password', () => {
  it('T361 accepts the new password and no longer the old one', async () => {
    const { email, browser } = await account()

    const answer = await change({ oldPassword, newPassword }, browser)

    expect(answer).toMatchObject({ status: 200, success: true, message: 'Password updated successfully.', data: null })
    expect(await logIn(email, newPassword)).toBe(200)
    expect(await logIn(email, oldPassword)).toBe(401)
  })

  it('T361 B60 ends all other sessions, and gives this browser a new one', async () => {
    const { id, browser } = await account()
    const other = await shop.signIn(id)

    const after = browserAfter(await change({ oldPassword, newPassword }, browser))

    expect(after.cookie).not.toBe(browser.cookie)
    expect(await isSignedIn(after)).toBe(true)
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false])
  })

  it('T318 refuses without the old password, and says so on its field', async () => {
    const { browser, email } = await account()

    for (const body of [{ newPassword }, { oldPassword: '', newPassword }, { oldPassword: 'wrong1!', newPassword }]) {
      expect(await change(body, browser)).toMatchObject({
        status: 400,
        message: 'Old password is invalid',
        errors: { oldPassword: 'Old password is invalid' },
      })
    }
    expect(await isSignedIn(browser)).toBe(true)
    expect(await logIn(email, oldPassword)).toBe(200)
  })

  it('is audited without either password, and sends its owner an email', async () => {
    const { id, browser } = await account()

    await change({ oldPassword, newPassword }, browser)

    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 5, keyword: id })
    expect(rows).toMatchObject([{ action: 'password.changed', actor: { _id: id }, before: null, after: null }])
    const emails = await sql`select data->>'kind' as kind from pgboss.job
      where name = 'emails' and data->>'user' = ${id}`.execute(shop.db)
    expect(emails.rows).toEqual([{ kind: 'password-changed' }])
  })
})

describe('the demo admin', () => {
  const email = 'admin@example.com'

  it('keeps its password, which is public', async () => {
    const { browser } = await account({ email })

    expect(await change({ oldPassword, newPassword }, browser)).toMatchObject({ status: 403, success: false })
    expect(await logIn(email, oldPassword)).toBe(200)
  })

  it('T073 is answered to the login page', async () => {
    const demoAdmin = { email, password: 'mela@demo1' }
    expect(await shop.get('/auth/options')).toMatchObject({ status: 200, data: { demoAdmin } })
  })
})

describe('a live shop', () => {
  const live = startShop(liveEnvironment)

  it('has no demo admin, and does not protect an account with its e-mail', async () => {
    const { id } = await live.user({ email: 'admin@example.com', password_hash: await hashPassword(oldPassword) })
    const as = await live.signIn(id)

    expect(await live.get('/auth/options')).toMatchObject({ status: 200, data: { demoAdmin: null } })
    const body = { oldPassword, newPassword }
    expect(await live.call('PATCH', '/users/current-user/password', { body, as })).toMatchObject({ status: 200 })
  })
})
