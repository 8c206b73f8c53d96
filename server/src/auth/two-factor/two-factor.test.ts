import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserAfter, deviceCookieOf } from '../../../test/browser.ts'
import { codeOf } from '../../../test/code-of.ts'
import { type Person, startShop } from '../../../test/shop.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { listAuditEntries } from '../../audit/audit.repository.ts'
import { DEVICE_COOKIE } from '../../sessions/device-cookie.ts'
import { findKnownDevice } from '../../sessions/known-devices.repository.ts'
import { deleteSessionsOf } from '../../sessions/sessions.repository.ts'
import { lockUser } from '../../users/users.repository.ts'
import { resetPassword } from '../new-password/recovery.service.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { issueToken } from '../tokens.repository.ts'

const password = 'abcd1!'
const twoFactor = '/users/current-user/two-factor'
const askedForCode = {
  status: 403,
  message: 'Please enter the code from your authenticator app.',
  data: { twoFactor: true },
  cookies: [],
}
const codeIsWrong = { status: 403, message: 'This code is not right. Please try again.', data: { twoFactor: true } }

const shop = startShop({ TRUST_PROXY: 'on' })

async function account(given: Parameters<typeof shop.user>[0] = {}) {
  const { id, email } = await shop.user({ password_hash: await hashPassword(password), ...given })
  return { id, email, as: await shop.signIn(id) }
}

const begin = (as: Person) => shop.post(twoFactor, { password }, as)

/** Confirms with the previous step, so that the present one is still valid for a login. */
async function enrolled(given: Parameters<typeof shop.user>[0] = {}) {
  const person = await account(given)
  const { secret } = (await begin(person.as)).data
  const { data } = await shop.post(`${twoFactor}/confirm`, { code: codeOf(secret, -1) }, person.as)
  return { ...person, secret: secret as string, recoveryCodes: data.recoveryCodes as string[] }
}

const emailOf = async (id: string) =>
  (await shop.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email

/** The status of a call whose sessions end while it waits for the account's lock. */
async function outlivingItsSession(id: string, call: () => ReturnType<typeof shop.call>): Promise<number> {
  const { calling } = await shop.db.transaction().execute(async db => {
    await lockUser(db, id)
    const calling = call()
    await untilWaiting(shop.db, 1)
    await deleteSessionsOf(db, id)
    return { calling }
  })
  return (await calling).status
}

let addresses = 0
/** From a new network address each time, so that only the account's limit counts. */
const logIn = (email: string, code?: string, typed = password) =>
  shop.post('/auth/login', { email, password: typed, ...(code !== undefined && { code }) }, undefined, {
    'x-forwarded-for': `203.0.113.${addresses++}`,
  })

const aResetToken = async (user: { id: string; email: string }) => ({
  token: (await issueToken(shop.db, { user, purpose: 'password-reset', emailId: randomUUID() })) ?? '',
})

const auditEventsOf = async (id: string) =>
  (await listAuditEntries(shop.db, { page: 1, size: 20, keyword: id })).rows.map(({ action }) => action)

describe('turning two-factor sign-in on', () => {
  it('needs the password, shows a secret, and takes effect with the first right code', async () => {
    const { as, id, email } = await account()

    const begun = await begin(as)
    const before = await shop.get(twoFactor, as)
    const loginBefore = await logIn(email)
    const wrong = await shop.post(`${twoFactor}/confirm`, { code: '000000' }, as)
    const right = await shop.post(`${twoFactor}/confirm`, { code: codeOf(begun.data.secret) }, as)

    expect(begun).toMatchObject({ status: 201, data: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/) } })
    expect(begun.data.url).toMatch(/^otpauth:\/\/totp\//)
    expect(before.data).toEqual({ isEnabled: false, recoveryCodesLeft: 0 })
    expect(loginBefore.status).toBe(200)
    expect(wrong).toMatchObject({ status: 400, errors: { code: codeIsWrong.message } })
    expect(right).toMatchObject({ status: 200, message: 'Two-factor sign-in is on.' })
    expect((await shop.get(twoFactor, as)).data).toEqual({ isEnabled: true, recoveryCodesLeft: 10 })
    expect(await logIn(email)).toMatchObject(askedForCode)
    expect(await auditEventsOf(id)).toEqual(['two-factor.enabled'])
  })

  it('is refused with a wrong password, and when it is on already', async () => {
    const { as } = await account()
    const { as: enrolledAs } = await enrolled()

    expect(await shop.post(twoFactor, { password: 'wrong1!' }, as)).toMatchObject({
      status: 400,
      errors: { password: 'Invalid password.' },
    })
    expect(await shop.post(`${twoFactor}/confirm`, { code: '123456' }, as)).toMatchObject({ status: 409 })
    expect(await begin(enrolledAs)).toMatchObject({ status: 409 })
  })

  it('accepts ten wrong codes in 15 minutes', async () => {
    const { as, id } = await account()
    const { secret } = (await begin(as)).data
    const confirm = (code: string) => shop.post(`${twoFactor}/confirm`, { code }, as)

    const wrong = []
    for (let n = 0; n < 10; n++) wrong.push((await confirm('000000')).status)
    const right = await confirm(codeOf(secret))

    expect(wrong).toEqual(Array.from({ length: 10 }, () => 400))
    expect(right).toMatchObject({ status: 429 })
    expect((await shop.get(twoFactor, as)).data.isEnabled).toBe(false)
    expect(await auditEventsOf(id)).toContain('login.failed')
  })

  it('is refused to the demo admin, whose account is shared', async () => {
    const { as } = await account({ email: 'admin@example.com' })

    expect(await begin(as)).toMatchObject({ status: 403, message: 'The demo account cannot be changed.' })
  })
})

it('a new password gives a thief of session and password no new code attempts', async () => {
  const { as, secret } = await enrolled()
  const turnOff = (browser: Person, password: string, code: string) =>
    shop.post(`${twoFactor}/disable`, { password, code }, browser)
  for (let n = 0; n < 10; n++) expect(await turnOff(as, password, '000000')).toMatchObject({ status: 403 })
  expect(await turnOff(as, password, '000000')).toMatchObject({ status: 429 })

  const body = { oldPassword: password, newPassword: 'wxyz9?' }
  const changed = await shop.call('PATCH', '/users/current-user/password', { body, as })
  const { id, cookie } = browserAfter(changed)
  const device = deviceCookieOf(changed)
  const thief = { id, cookie: device ? `${cookie}; ${DEVICE_COOKIE}=${device.value}` : cookie }

  expect(changed).toMatchObject({ status: 200 })
  expect(await turnOff(thief, 'wxyz9?', codeOf(secret))).toMatchObject({ status: 429 })
})

it('a known device can change the password', async () => {
  const { email, secret } = await enrolled()
  const signedIn = await logIn(email, codeOf(secret))
  const { id, cookie } = browserAfter(signedIn)
  const as = { id, cookie: `${cookie}; ${DEVICE_COOKIE}=${deviceCookieOf(signedIn)?.value}` }
  const body = { oldPassword: password, newPassword: 'wxyz9?' }

  expect(await shop.call('PATCH', '/users/current-user/password', { body, as })).toMatchObject({ status: 200 })
})

it('neither a change of password nor a reset gives a known device new code attempts', async () => {
  const { id, email, secret } = await enrolled({ email_confirmed_at: new Date() })
  const signedIn = await logIn(email, codeOf(secret))
  const device = deviceCookieOf(signedIn)?.value ?? ''
  const browser = (answer: typeof signedIn) => ({
    id,
    cookie: `${browserAfter(answer).cookie}; ${DEVICE_COOKIE}=${device}`,
  })
  const turnOff = (as: Person, given: string) =>
    shop.post(`${twoFactor}/disable`, { password: given, code: '000000' }, as)
  for (let n = 0; n < 10; n++) await turnOff(browser(signedIn), password)

  const body = { oldPassword: password, newPassword: 'wxyz9?' }
  const changed = await shop.call('PATCH', '/users/current-user/password', { body, as: browser(signedIn) })

  expect(deviceCookieOf(changed)?.value ?? device).toBe(device)
  expect(await turnOff(browser(changed), 'wxyz9?')).toMatchObject({ status: 429 })
  const { token } = await aResetToken({ id, email })
  const reset = { token, password: 'wxyz8?' }
  expect(await resetPassword(shop.db, shop.app.env, reset, { address: '203.0.113.9', devices: [device] })).toEqual([
    device,
  ])
})

it('a login with the password alone does not outlive two-factor sign-in that is turned on meanwhile', async () => {
  const { id, email, as } = await account()
  const { secret } = (await begin(as)).data
  const { loggingIn } = await shop.db.transaction().execute(async db => {
    await lockUser(db, id)
    const loggingIn = logIn(email)
    await untilWaiting(shop.db, 1)
    await sql`update two_factor set confirmed_at = now() where user_id = ${id}`.execute(db)
    return { loggingIn }
  })

  expect(await loggingIn).toMatchObject(askedForCode)
  expect(secret).toBeDefined()
})

it.each([
  ['a new secret', '', () => ({ password })],
  ['confirmation', '/confirm', (secret: string) => ({ code: codeOf(secret) })],
] as const)('%s does not outlive the session that asked for it', async (_what, path, bodyOf) => {
  const { id, as } = await account()
  const { secret } = (await begin(as)).data

  expect(await outlivingItsSession(id, () => shop.post(twoFactor + path, bodyOf(secret), as))).toBe(401)
  expect((await shop.get(twoFactor, await shop.signIn(id))).data).toMatchObject({ isEnabled: false })
})

it.each([
  ['two-factor sign-in off', '/disable'],
  ['new recovery codes', '/recovery-codes'],
] as const)('%s does not outlive the session that asked for it', async (_what, path) => {
  const { id, as, secret, recoveryCodes } = await enrolled()
  const body = { password, code: codeOf(secret) }

  expect(await outlivingItsSession(id, () => shop.post(twoFactor + path, body, as))).toBe(401)
  expect((await shop.get(twoFactor, await shop.signIn(id))).data).toMatchObject({ isEnabled: true })
  await sql`update two_factor set last_step = 0`.execute(shop.db)
  expect(await logIn((await emailOf(id)) ?? '', recoveryCodes[0])).toMatchObject({ status: 200 })
})

it('confirmation that is repeated says that two-factor sign-in is on', async () => {
  const { as, secret } = await enrolled()

  expect(await shop.post(`${twoFactor}/confirm`, { code: codeOf(secret) }, as)).toMatchObject({
    status: 409,
    message: 'Two-factor sign-in is on already. If you have not seen your recovery codes, make new ones.',
  })
})

it('a new password drops an unconfirmed secret', async () => {
  const { as } = await account()
  const { secret } = (await begin(as)).data
  const changed = await shop.call('PATCH', '/users/current-user/password', {
    as,
    body: { oldPassword: password, newPassword: 'wxyz8?' },
  })

  expect(await shop.post(`${twoFactor}/confirm`, { code: codeOf(secret) }, browserAfter(changed))).toMatchObject({
    status: 409,
    message: 'There is nothing to confirm. Please start again.',
  })
})

it('devices known before two-factor sign-in are unknown for codes, except the one that turned it on', async () => {
  const { id, email, as } = await account()
  const before = deviceCookieOf(await logIn(email))?.value ?? ''
  const { secret } = (await begin(as)).data
  await shop.post(`${twoFactor}/confirm`, { code: codeOf(secret, -1) }, as)

  expect(await findKnownDevice(shop.db, { id }, [before])).toBeUndefined()
})

it('a password reset keeps devices known that proved a code, and makes no other one known', async () => {
  const { id, email, secret } = await enrolled({ email_confirmed_at: new Date() })
  const device = deviceCookieOf(await logIn(email, codeOf(secret)))
  await sql`update two_factor set last_step = 0`.execute(shop.db)
  const known = await findKnownDevice(shop.db, { id }, [device?.value ?? ''])
  const resetOn = async (devices: string[]) => {
    const { token } = await aResetToken({ id, email })
    return resetPassword(shop.db, shop.app.env, { token, password: 'wxyz9?' }, { address: '203.0.113.9', devices })
  }

  expect(known).toBeDefined()
  const kept = await resetOn([device?.value ?? ''])
  expect(await findKnownDevice(shop.db, { id }, kept)).toBeDefined()
  expect(await findKnownDevice(shop.db, { id }, await resetOn([]))).toBeUndefined()
})

describe('a login with two-factor sign-in', () => {
  it('accepts a code of the app once', async () => {
    const { email, secret, id } = await enrolled()
    const code = codeOf(secret)

    const first = await logIn(email, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    const again = await logIn(email, code)
    const earlier = await logIn(email, codeOf(secret, -1))
    const next = await logIn(email, codeOf(secret, 1))

    expect(first).toMatchObject({ status: 200, user: { _id: id } })
    expect(again).toMatchObject({ ...codeIsWrong, cookies: [] })
    expect(earlier).toMatchObject(codeIsWrong)
    expect(next).toMatchObject({ status: 200 })
  })

  it('lets one of several concurrent logins use a code', async () => {
    const { email, secret } = await enrolled()
    const code = codeOf(secret)

    const answers = await Promise.all(Array.from({ length: 6 }, () => logIn(email, code)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is not revealed without the right password', async () => {
    const { email, secret } = await enrolled()

    const answer = await logIn(email, codeOf(secret), 'wrong1!')

    expect(answer).toMatchObject({ status: 401 })
    expect(answer.data).toBeUndefined()
    expect(await logIn(email, codeOf(secret))).toMatchObject({ status: 200 })
  })

  it('accepts ten wrong codes in 15 minutes, over all network addresses', async () => {
    const { email, secret, id } = await enrolled()

    const wrong = []
    for (let n = 0; n < 10; n++) wrong.push(await logIn(email, '000000'))
    const asked = await logIn(email)
    const right = await logIn(email, codeOf(secret))

    expect(wrong.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 403))
    expect(asked).toMatchObject(askedForCode)
    expect(right).toMatchObject({ status: 429 })
    expect(await auditEventsOf(id)).toContain('login.failed')
  })

  it('accepts each recovery code once, however it is typed', async () => {
    const { email, recoveryCodes, as, id } = await enrolled()
    const [code = ''] = recoveryCodes

    expect(await logIn(email, code.toUpperCase().replaceAll('-', ' '))).toMatchObject({ status: 200 })
    expect(await logIn(email, code)).toMatchObject(codeIsWrong)
    expect((await shop.get(twoFactor, as)).data).toEqual({ isEnabled: true, recoveryCodesLeft: 9 })
    expect(await auditEventsOf(id)).toContain('two-factor.recovery-code-used')
  })
})

describe('with two-factor sign-in on', () => {
  it('a password and a code replace the recovery codes', async () => {
    const { as, email, secret, recoveryCodes } = await enrolled()
    const renew = (body: object) => shop.post(`${twoFactor}/recovery-codes`, body, as)

    expect(await renew({ password })).toMatchObject({ status: 400 })
    expect(await renew({ password: 'wrong1!', code: codeOf(secret) })).toMatchObject({ status: 400 })
    const { status, data } = await renew({ password, code: codeOf(secret) })

    expect(status).toBe(200)
    expect(data.recoveryCodes).toHaveLength(10)
    expect(await logIn(email, recoveryCodes[0])).toMatchObject(codeIsWrong)
    expect(await logIn(email, data.recoveryCodes[0])).toMatchObject({ status: 200 })
  })

  it('a password and a code turn it off', async () => {
    const { as, email, secret, id } = await enrolled()
    const disable = (body: object) => shop.post(`${twoFactor}/disable`, body, as)

    expect(await disable({ password, code: '000000' })).toMatchObject(codeIsWrong)
    expect(await disable({ password, code: codeOf(secret) })).toMatchObject({ status: 200 })

    expect(await logIn(email)).toMatchObject({ status: 200 })
    expect((await shop.get(twoFactor, as)).data).toEqual({ isEnabled: false, recoveryCodesLeft: 0 })
    expect(await disable({ password, code: codeOf(secret, 1) })).toMatchObject({ status: 409 })
    expect((await auditEventsOf(id))[0]).toBe('two-factor.disabled')
  })
})

describe("a change of the account's security", () => {
  const isSignedIn = async (as: Person) => (await shop.get('/users/current-user', as)).status === 200
  const emailsOf = async (id: string) => {
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'emails' and data->>'user' = ${id} order by created_on`.execute(shop.db)
    return rows.map(({ data }) => data)
  }

  it('signs out every other device when two-factor sign-in is turned on, and none when it is turned off', async () => {
    const { id, as } = await account()
    const elsewhere = await shop.signIn(id)
    const { secret } = (await begin(as)).data

    const { data } = await shop.post(`${twoFactor}/confirm`, { code: codeOf(secret, -1) }, as)

    expect([await isSignedIn(as), await isSignedIn(elsewhere)]).toEqual([true, false])
    const later = await shop.signIn(id)
    await shop.post(`${twoFactor}/disable`, { password, code: data.recoveryCodes[0] }, as)
    expect([await isSignedIn(as), await isSignedIn(later)]).toEqual([true, true])
  })

  it('signs out every other device when the address changes, with the password or without it', async () => {
    const { id, as } = await account()
    for (const proof of [{ password }, {}]) {
      const elsewhere = await shop.signIn(id)
      const body = { email: `${crypto.randomUUID()}@example.com`, ...proof }
      expect(await shop.call('PATCH', '/users/current-user', { as, body })).toMatchObject({ status: 200 })
      expect([await isSignedIn(as), await isSignedIn(elsewhere)]).toEqual([true, false])
    }
  })

  it('sends an email: two-factor sign-in on or off, a recovery code used and how many are left', async () => {
    const { id, email, as, recoveryCodes } = await enrolled()

    await logIn(email, recoveryCodes[0])
    await shop.post(`${twoFactor}/disable`, { password, code: recoveryCodes[1] }, as)

    expect(await emailsOf(id)).toEqual([
      { kind: 'two-factor-on', user: id },
      { kind: 'recovery-code-used', user: id, left: 9 },
      { kind: 'recovery-code-used', user: id, left: 8 },
      { kind: 'two-factor-off', user: id },
    ])
  })
})
