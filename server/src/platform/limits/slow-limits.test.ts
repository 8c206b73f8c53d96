import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deviceCookieOf } from '../../../test/browser.ts'
import { startShop } from '../../../test/shop.ts'
import { resetPassword } from '../../people/change-password.ts'
import { DEVICE_COOKIE } from '../../people/known-devices.ts'
import { hashPassword } from '../../people/passwords.ts'
import { issueToken } from '../../people/tokens.ts'

const password = 'abcd1!'
const wrong = 'abcd1?'

const shop = startShop({
  TRUST_PROXY: 'on',
  RATE_LIMIT_FAILED_LOGINS: '3',
  RATE_LIMIT_FAILED_LOGINS_PER_ACCOUNT: '6',
  RATE_LIMIT_FAILED_LOGINS_PER_ADDRESS: '8',
})

interface From {
  address?: string
  cookie?: string
}

let addresses = 0
const newAddress = () => `2001:db8:${(++addresses).toString(16)}::1`

async function account() {
  const { id, email } = await shop.user({ password_hash: await hashPassword(password) })
  return { id, email: email as string }
}

const logIn = (email: string, password: string, { address = newAddress(), cookie = '' }: From = {}) =>
  shop.post('/auth/login', { email, password }, undefined, { 'x-forwarded-for': address, ...(cookie && { cookie }) })

type Answer = Awaited<ReturnType<typeof logIn>>

/** The device cookie as the browser sends it back. */
const deviceOf = (answer: Answer) => `${DEVICE_COOKIE}=${deviceCookieOf(answer)?.value}`

/** An account that logged in before, from the browser that `device` names. */
async function owner() {
  const { id, email } = await account()
  const answer = await logIn(email, password)
  return { id, email, device: deviceOf(answer), session: await shop.signIn(id) }
}

/** Fails this many logins, each from a network of its own, as a botnet does. */
async function attemptFromEverywhere(email: string, times: number) {
  const answers = []
  for (let n = 0; n < times; n++) answers.push(await logIn(email, wrong))
  return answers.map(({ status }) => status)
}

describe('attempts at one account from many addresses', () => {
  it('are limited per day, whether or not there is such an account', async () => {
    const { email } = await account()

    const attempted = await attemptFromEverywhere(email, 7)
    const unknown = await attemptFromEverywhere('unknown@example.com', 7)
    const refused = await logIn(email, password)

    expect(attempted).toEqual([401, 401, 401, 401, 401, 401, 429])
    expect(unknown).toEqual(attempted)
    const message = 'Too many failed attempts. Please try again in 24 hours, or choose a new password by email.'
    expect(refused).toMatchObject({ status: 429, message, cookies: [] })
    await sql`update attempts set since = since - interval '1 day'`.execute(shop.db)
    expect(await logIn(email, password)).toMatchObject({ status: 200 })
  })

  it('do not lock out its owner on a known device, which counts separately', async () => {
    const { email, device } = await owner()
    await attemptFromEverywhere(email, 7)

    expect(await logIn(email, wrong, { cookie: device })).toMatchObject({ status: 401 })
    expect(await logIn(email, password, { cookie: device })).toMatchObject({ status: 200 })
    for (let n = 0; n < 3; n++) await logIn(email, wrong, { cookie: device })
    expect(await logIn(email, password, { cookie: device })).toMatchObject({ status: 429 })
  })

  it('are not excused by the device of another account, nor by a forged token', async () => {
    const { email } = await owner()
    const stranger = await owner()
    await attemptFromEverywhere(email, 7)

    expect(await logIn(email, password, { cookie: stranger.device })).toMatchObject({ status: 429 })
    const madeUp = `${DEVICE_COOKIE}=${'A'.repeat(43)}`
    expect(await logIn(email, password, { cookie: madeUp })).toMatchObject({ status: 429 })
  })
})

it('keep no owner with two-factor sign-in from known devices after a password reset', async () => {
  const { id, email, device } = await owner()
  await shop.db.insertInto('two_factor').values({ user_id: id, secret: 'A', confirmed_at: new Date() }).execute()
  await sql`update users set email_confirmed_at = now() where id = ${id}`.execute(shop.db)
  const token =
    (await issueToken(shop.db, { user: { id, email }, purpose: 'password-reset', emailId: randomUUID() })) ?? ''
  const reset = { token, password: 'wxyz9?' }
  await resetPassword(shop.db, shop.app.env, reset, { address: newAddress(), devices: [] })

  await attemptFromEverywhere(email, 7)

  expect(await logIn(email, 'wxyz9?')).toMatchObject({ status: 429 })
  expect(await logIn(email, 'wxyz9?', { cookie: device })).toMatchObject({ status: 403, data: { twoFactor: true } })
})

describe('attempts from one address at many accounts', () => {
  it('are limited per hour; a known device and other addresses pass', async () => {
    const { email, device } = await owner()
    const address = newAddress()
    const attempt = (n: number) => logIn(`person-${n}@example.com`, wrong, { address })
    const attempted = []
    for (let n = 0; n < 9; n++) attempted.push((await attempt(n)).status)

    expect(attempted).toEqual([...Array(8).fill(401), 429])
    expect(await logIn(email, password, { address })).toMatchObject({ status: 429 })
    expect(await logIn(email, password, { address: address.replace('::1', '::ffff') })).toMatchObject({ status: 429 })
    expect(await logIn(email, password, { address, cookie: device })).toMatchObject({ status: 200 })
    expect(await logIn(email, password)).toMatchObject({ status: 200 })
  })

  it('are limited four times as high per IPv6 network of 48 bits, which has 256 lines', async () => {
    const { email, device } = await owner()
    const line = (n: number) => `2001:db8:ffff:${(n * 256).toString(16)}::1`
    const attempted = []
    for (let n = 0; n < 33; n++)
      attempted.push((await logIn(`line-${n}@example.com`, wrong, { address: line(n) })).status)

    expect(attempted).toEqual([...Array(32).fill(401), 429])
    expect(await logIn(email, password, { address: line(40) })).toMatchObject({ status: 429 })
    expect(await logIn(email, password, { address: line(40), cookie: device })).toMatchObject({ status: 200 })
    expect(await logIn(email, password, { address: '2001:db8:fffe::1' })).toMatchObject({ status: 200 })
  })
})

describe('password prompts of a dialog', () => {
  it('are refused to a stolen session and accepted from the owner’s device', async () => {
    const { session, device } = await owner()
    const change = (oldPassword: string, cookie = '') =>
      shop.call('PATCH', '/users/current-user/password', {
        body: { oldPassword, newPassword: 'wxyz9?' },
        headers: { cookie: `${session.cookie}; ${cookie}` },
      })
    for (let n = 0; n < 3; n++) await change(wrong)

    expect(await change(password)).toMatchObject({ status: 429 })
    expect(await change(password, device)).toMatchObject({ status: 200 })
  })
})

describe('the cookie of a known device', () => {
  it('is HttpOnly, opens no session, and its token is stored as a hash', async () => {
    const { id, email } = await account()
    const answer = await logIn(email, password)
    const cookie = deviceCookieOf(answer)

    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 24 * 3600 })
    const asked = await shop.call('GET', '/users/current-user', { headers: { cookie: deviceOf(answer) } })
    expect(asked).toMatchObject({ status: 401 })
    const stored = await shop.db.selectFrom('known_devices').selectAll().where('user_id', '=', id).execute()
    expect(JSON.stringify(stored)).not.toContain(cookie?.value)
    expect(stored).toHaveLength(1)
  })
})
