import { SIGNED_IN_COOKIE } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { browserAfter, sessionCookieOf } from '../../test/browser.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { DEVICE_COOKIE } from './known-devices.ts'
import { hashPassword } from './passwords.ts'
import { SESSION_COOKIE } from './request-session.ts'

const password = 'abcd1!'
const wrongCredentials = 'Invalid email or password. Please check your credentials and try again.'

const shop = startShop()

/** A user with a password, unlike the factory's other users. */
async function account(given: Parameters<typeof shop.user>[0] = {}) {
  return shop.user({ password_hash: await hashPassword(password), ...given })
}

const whoIs = async (browser: Person) => (await shop.get('/users/current-user', browser)).data?._id

describe('POST /auth/login', () => {
  it('T336 B64 answers the user, at the top and as data, and a message', async () => {
    const { id, email } = await account({ role: 'manager', avatar_url: '/media/asha.webp' })

    const answer = await shop.post('/auth/login', { email, password })

    const name = { firstName: 'Asha', lastName: 'Rao' }
    const user = { _id: id, name, email, avatar: { url: '/media/asha.webp' }, role: 'manager', status: true }
    expect(answer).toMatchObject({ status: 200, success: true, message: 'Login successful!' })
    expect(answer.user).toEqual(user)
    expect(answer.data).toEqual(user)
  })

  it('T084 T085 B46 sets the session in a cookie that scripts cannot read, and no secret in the body', async () => {
    const { email, password_hash } = await account()

    const { headers, cookies, ...body } = await shop.post('/auth/login', { email, password })

    const [cookie, sign, device] = cookies
    const flags = { name: SESSION_COOKIE, path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 30 * 24 * 3600 }
    expect(cookies).toHaveLength(3)
    expect(device).toMatchObject({ name: DEVICE_COOKIE, httpOnly: true })
    expect(sign).toMatchObject({ name: SIGNED_IN_COOKIE, value: '1' })
    expect(cookie).toMatchObject(flags)
    expect(cookie).not.toHaveProperty('secure')
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    expect(Object.keys(body.user).sort()).toEqual(['_id', 'avatar', 'email', 'name', 'role', 'status'])
    expect(JSON.stringify(body)).not.toContain(cookie?.value)
    expect(JSON.stringify(body)).not.toContain(password_hash)
    expect(JSON.stringify(body)).not.toMatch(/password|token/i)
  })

  it('stores no token, so that a stolen backup opens no session', async () => {
    const { id, email } = await account()

    const token = sessionCookieOf(await shop.post('/auth/login', { email, password }))?.value ?? ''

    const rows = await shop.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash.toString('utf8')).not.toContain(token)
    expect(rows[0]?.token_hash.toString('base64url')).not.toBe(token)
  })

  it('T078 B53 answers a wrong password and an unknown e-mail alike', async () => {
    const { email } = await account()

    const wrong = await shop.post('/auth/login', { email, password: 'abcd1?' })
    const unknown = await shop.post('/auth/login', { email: 'unknown@example.com', password })

    for (const { headers, ...answer } of [wrong, unknown]) {
      expect(answer).toEqual({
        status: 401,
        cookies: [],
        success: false,
        message: wrongCredentials,
        code: 'invalid_credentials',
      })
    }
  })

  it('reveals a deactivation only to the right password', async () => {
    const { id, email } = await account({ is_active: false })

    const right = await shop.post('/auth/login', { email, password })
    const wrong = await shop.post('/auth/login', { email, password: 'abcd1?' })

    const message = 'Your account is deactivated. Please contact support.'
    expect(right).toMatchObject({ status: 403, success: false, message, cookies: [] })
    expect(wrong).toMatchObject({ status: 401, message: wrongCredentials })
    expect(await shop.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()).toEqual([])
  })

  it('B52 gives the browser a new session and ends its previous one, also for another user', async () => {
    const asha = await account()
    const ravi = await account()
    const first = browserAfter(await shop.post('/auth/login', { email: asha.email, password }))

    const second = browserAfter(await shop.post('/auth/login', { email: asha.email, password }, first))
    const third = browserAfter(await shop.post('/auth/login', { email: ravi.email, password }, second))

    expect(second.cookie).not.toBe(first.cookie)
    expect(await whoIs(first)).toBeUndefined()
    expect(await whoIs(second)).toBeUndefined()
    expect(await whoIs(third)).toBe(ravi.id)
  })
})

describe('POST /auth/logout', () => {
  it('T338 ends this session and clears the cookie, and no other session', async () => {
    const { id, email } = await account()
    const phone = browserAfter(await shop.post('/auth/login', { email, password }))
    const laptop = browserAfter(await shop.post('/auth/login', { email, password }))

    const answer = await shop.post('/auth/logout', undefined, phone)

    expect(answer).toMatchObject({ status: 200, success: true, message: 'Logged out successfully!', data: null })
    // The cart is in the storage, and the cookie of the known device stays.
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(sessionCookieOf(answer)).toMatchObject({ value: '', path: '/', expires: new Date(0) })
    expect(await shop.get('/users/current-user', phone)).toMatchObject({ status: 401, success: false })
    expect(await whoIs(laptop)).toBe(id)
  })

  it('B58 succeeds without a session too', async () => {
    const gone = await shop.post('/auth/logout', undefined, { id: '', cookie: `${SESSION_COOKIE}=gone` })
    const none = await shop.post('/auth/logout')
    const emptyJson = await shop.call('POST', '/auth/logout', { headers: { 'content-type': 'application/json' } })

    for (const answer of [gone, none, emptyJson]) expect(answer).toMatchObject({ status: 200, success: true })
  })
})
