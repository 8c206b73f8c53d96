import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { browserAfter, deviceCookieOf } from '../../test/browser.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { codeOf } from '../../test/two-factor.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { DEVICE_COOKIE } from './known-devices.ts'
import { hashOfRecoveryCode, stepOf } from './prove-owner.ts'
import { deleteSessionsOf } from './sessions.ts'
import { newRecoveryCodes, newSecret } from './two-factor.ts'
import { askedForCode, codeIsWrong, password, twoFactor, twoFactorOf } from './two-factor-fixtures.ts'
import { lockUser } from './users.ts'

const shop = startShop({ TRUST_PROXY: 'on' })
const { account, begin, enrolled, logIn, auditEventsOf } = twoFactorOf(shop)

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

it('a code is valid for its own 30 seconds, and for those before and after', () => {
  const { secret } = newSecret('asha@example.com', 'Kala')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const now = Date.now()
  const codeAt = (seconds: number) => totp.generate({ timestamp: now + seconds * 1000 })

  const step = Math.floor(now / 30_000)
  expect([-30, 0, 30].map(seconds => stepOf(secret, codeAt(seconds)))).toEqual([step - 1, step, step + 1])
  expect([-90, 90].map(seconds => stepOf(secret, codeAt(seconds)))).toEqual([undefined, undefined])
  for (const nonsense of ['', '12345', '1234567', 'abcdef']) expect(stepOf(secret, nonsense)).toBeUndefined()
})

it('recovery codes are ten, all different, and equal however they are typed', () => {
  const codes = newRecoveryCodes()

  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  const [code = ''] = codes
  expect(hashOfRecoveryCode(code)).toEqual(hashOfRecoveryCode(code.replaceAll('-', '').toUpperCase()))
})
