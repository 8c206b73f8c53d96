import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { SESSION_COOKIE } from '../http/auth.ts'
import { hashPassword } from './passwords.ts'

const password = 'abcd1!'
const wrongCredentials = 'Invalid email or password. Please check your credentials and try again.'
const weekInSeconds = 7 * 24 * 3600

const shop = startShop()

/** Somebody who can log in, unlike the factory's other users. */
async function account(given: Parameters<typeof shop.user>[0] = {}) {
  return shop.user({ password_hash: await hashPassword(password), ...given })
}

function registration(given: Record<string, unknown> = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  return { name: { firstName: 'Asha', lastName: 'Rao' }, email, password, ...given }
}

type Answer = Awaited<ReturnType<typeof shop.call>>

const sessionCookieOf = (answer: Answer) => answer.cookies.find(({ name }) => name === SESSION_COOKIE)

/** The browser after this answer. */
function browserAfter(answer: Answer): Person {
  return { id: answer.data?._id ?? '', cookie: `${SESSION_COOKIE}=${sessionCookieOf(answer)?.value}` }
}

const whoIs = async (browser: Person) => (await shop.get('/users/current-user', browser)).data?._id

describe('POST /auth/login', () => {
  it('T336 answers the user, at the top and as data, and a message', async () => {
    const { id, email } = await account({ role: 'manager', avatar_url: '/media/asha.webp' })

    const answer = await shop.post('/auth/login', { email, password })

    const name = { firstName: 'Asha', lastName: 'Rao' }
    const user = { _id: id, name, email, avatar: { url: '/media/asha.webp' }, role: 'manager', status: true }
    expect(answer).toMatchObject({ status: 200, success: true, message: 'Login successful!' })
    expect(answer.user).toEqual(user)
    expect(answer.data).toEqual(user)
  })

  it('T084 T085 hands out the session in a cookie that scripts cannot read, and nothing secret in the body', async () => {
    const { email, password_hash } = await account()

    const { headers, cookies, ...body } = await shop.post('/auth/login', { email, password })

    const [cookie] = cookies
    const flags = { name: SESSION_COOKIE, path: '/', httpOnly: true, sameSite: 'Lax', maxAge: weekInSeconds }
    expect(cookies).toHaveLength(1)
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

  it('T078 answers a wrong password and an unknown e-mail alike', async () => {
    const { email } = await account()

    const wrong = await shop.post('/auth/login', { email, password: 'abcd1?' })
    const unknown = await shop.post('/auth/login', { email: 'nobody@example.com', password })

    for (const { headers, ...answer } of [wrong, unknown]) {
      expect(answer).toEqual({ status: 401, cookies: [], success: false, message: wrongCredentials })
    }
  })

  it('tells a deactivated customer so, once the password is right', async () => {
    const { id, email } = await account({ is_active: false })

    const right = await shop.post('/auth/login', { email, password })
    const wrong = await shop.post('/auth/login', { email, password: 'abcd1?' })

    const message = 'Your account is deactivated. Please contact support.'
    expect(right).toMatchObject({ status: 403, success: false, message, cookies: [] })
    expect(wrong).toMatchObject({ status: 401, message: wrongCredentials })
    expect(await shop.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()).toEqual([])
  })

  it('T276 finds the account whatever the case of the e-mail, and trims e-mail and password', async () => {
    const { id, email } = await account()

    const answer = await shop.post('/auth/login', { email: ` ${email.toUpperCase()} `, password: ` ${password} ` })

    expect(answer).toMatchObject({ status: 200, user: { _id: id } })
  })

  it('gives the browser a new session and ends the one it had, also for another user', async () => {
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

  it('leaves the session of the browser alone when the login fails', async () => {
    const { id, email } = await account()
    const browser = browserAfter(await shop.post('/auth/login', { email, password }))

    await shop.post('/auth/login', { email, password: 'abcd1?' }, browser)

    expect(await whoIs(browser)).toBe(id)
  })

  it('replaces the cookie of a session that is gone', async () => {
    const { id, email } = await account()
    const stale = { id: '', cookie: `${SESSION_COOKIE}=gone` }

    const answer = await shop.post('/auth/login', { email, password }, stale)

    expect(answer.cookies).toHaveLength(1)
    expect(await whoIs(browserAfter(answer))).toBe(id)
  })

  it('T080 T275 T394 names what is wrong with the form', async () => {
    const notAnEmail = 'This email is not valid.'
    const answer = await shop.post('/auth/login', { email: 'asha@', password: '' })

    expect(answer).toMatchObject({ status: 400, success: false, message: notAnEmail })
    expect(answer.errors).toEqual({ email: notAnEmail, password: 'Invalid password.' })
    for (const body of [{ email: 'a@b.in' }, { email: 'a@b.in', password: 5 }, { email: 'a@b.in', password: ' ' }]) {
      expect(await shop.post('/auth/login', body)).toMatchObject({ status: 400, message: 'Invalid password.' })
    }
    expect(await shop.post('/auth/login')).toMatchObject({ status: 400, message: 'This must be an object.' })
  })
})

describe('POST /auth/register', () => {
  it('T337 opens an account, signs in, and lets its owner log in', async () => {
    const form = registration()

    const answer = await shop.post('/auth/register', form)
    const login = await shop.post('/auth/login', { email: form.email, password })

    const user = { name: form.name, email: form.email, avatar: null, role: 'customer', status: true }
    expect(answer).toMatchObject({ status: 201, success: true, message: 'Registration successful!', user })
    expect(answer.data).toEqual(answer.user)
    expect(answer.data._id).toMatch(/^[0-9a-f]{24}$/)
    expect(await whoIs(browserAfter(answer))).toBe(answer.data._id)
    expect(login).toMatchObject({ status: 200, user: { _id: answer.data._id } })
  })

  it('T085 answers and stores no password', async () => {
    const form = registration({ password: 'Secret#123' })

    const { headers, cookies, ...body } = await shop.post('/auth/register', form)

    const { id: _id, ...row } = await shop.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', form.email)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(row)).not.toContain(form.password)
    expect(JSON.stringify(body)).not.toMatch(/password|token/i)
    expect(JSON.stringify(body)).not.toContain(form.password)
  })

  it('T274 makes a customer of everybody, whatever else the body says', async () => {
    const extra = { role: 'admin', status: false, _id: 'f'.repeat(24), avatar: { url: '/x.webp' }, isActive: false }

    const answer = await shop.post('/auth/register', registration(extra))

    expect(answer.user).toMatchObject({ role: 'customer', status: true, avatar: null })
    expect(answer.user._id).not.toBe(extra._id)
    expect((await shop.get('/users/current-user', browserAfter(answer))).data.role).toBe('customer')
  })

  it('T276 knows an e-mail again in another case', async () => {
    const { email } = registration()

    const first = await shop.post('/auth/register', registration({ email: ` ${email.toUpperCase()}` }))
    const second = await shop.post('/auth/register', registration({ email }))

    expect(first).toMatchObject({ status: 201, user: { email } })
    expect(second).toMatchObject({ status: 409, success: false, message: 'User with this email already exists!' })
    expect(second.cookies).toEqual([])
  })

  it('lets one of several simultaneous registrations win', async () => {
    const form = registration()

    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.post('/auth/register', form)))

    const statuses = answers.map(({ status }) => status).sort()
    const users = await shop.db.selectFrom('users').select('id').where('email', '=', form.email).execute()
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
    expect(users).toHaveLength(1)
    expect(
      await shop.db
        .selectFrom('sessions')
        .where('user_id', '=', users[0]?.id ?? '')
        .selectAll()
        .execute(),
    ).toHaveLength(1)
  })

  it('ends the session that the browser had', async () => {
    const before = await shop.customer()

    const answer = await shop.post('/auth/register', registration(), before)

    expect(answer.status).toBe(201)
    expect(await whoIs(before)).toBeUndefined()
  })

  it('T275 T277 T292 T293 T394 names every field that is wrong, and opens no account', async () => {
    const answer = await shop.post('/auth/register', { name: { firstName: ' ' }, email: 'x' })

    expect(answer).toMatchObject({ status: 400, success: false, message: 'First name is not acceptable.' })
    expect(answer.errors).toEqual({
      'name.firstName': 'First name is not acceptable.',
      'name.lastName': 'Last name is not acceptable.',
      email: 'This email is not valid.',
      password: 'Password is not acceptable.',
    })
    expect(answer.cookies).toEqual([])
  })

  it('T278 refuses a weak password', async () => {
    const answer = await shop.post('/auth/register', registration({ password: 'abc1!' }))

    expect(answer).toMatchObject({ status: 400, errors: { password: 'Please choose a stronger password.' } })
  })

  it('T294 asks for a name', async () => {
    const answer = await shop.post('/auth/register', registration({ name: undefined }))

    expect(answer).toMatchObject({ status: 400, message: 'Name must include first name and last name.' })
  })

  it('T281 trims the password as the login does', async () => {
    const form = registration({ password: ` ${password} ` })

    const answer = await shop.post('/auth/register', form)

    expect(answer.status).toBe(201)
    for (const typed of [password, form.password]) {
      expect(await shop.post('/auth/login', { email: form.email, password: typed })).toMatchObject({ status: 200 })
    }
  })
})

describe('POST /auth/logout', () => {
  it('T338 ends this session and clears the cookie, and no other session', async () => {
    const { id, email } = await account()
    const phone = browserAfter(await shop.post('/auth/login', { email, password }))
    const laptop = browserAfter(await shop.post('/auth/login', { email, password }))

    const answer = await shop.post('/auth/logout', undefined, phone)

    expect(answer).toMatchObject({ status: 200, success: true, message: 'Logged out successfully!', data: null })
    expect(sessionCookieOf(answer)).toMatchObject({ value: '', path: '/', expires: new Date(0) })
    expect(await shop.get('/users/current-user', phone)).toMatchObject({ status: 401, success: false })
    expect(await whoIs(laptop)).toBe(id)
  })

  it('succeeds without a session too', async () => {
    const gone = await shop.post('/auth/logout', undefined, { id: '', cookie: `${SESSION_COOKIE}=gone` })
    const none = await shop.post('/auth/logout')
    const emptyJson = await shop.call('POST', '/auth/logout', { headers: { 'content-type': 'application/json' } })

    for (const answer of [gone, none, emptyJson]) expect(answer).toMatchObject({ status: 200, success: true })
  })
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
  const https = { 'x-forwarded-proto': 'https' }

  it('marks the cookie Secure when the proxy is trusted', async () => {
    const overHttps = await trusting.call('POST', '/auth/register', { body: registration(), headers: https })
    const overHttp = await trusting.call('POST', '/auth/register', { body: registration() })

    expect(sessionCookieOf(overHttps)).toMatchObject({ secure: true })
    expect(sessionCookieOf(overHttp)).not.toHaveProperty('secure')
  })

  it('believes no header when it is not', async () => {
    const answer = await shop.call('POST', '/auth/register', { body: registration(), headers: https })

    expect(sessionCookieOf(answer)).not.toHaveProperty('secure')
  })
})

describe('a live shop', () => {
  const live = startShop({
    SHOP_MODE: 'live',
    PAYPAL_ENVIRONMENT: 'live',
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'webhook',
  })

  it('always marks the cookie Secure', async () => {
    const answer = await live.post('/auth/register', registration())

    expect(sessionCookieOf(answer)).toMatchObject({ secure: true })
  })
})
