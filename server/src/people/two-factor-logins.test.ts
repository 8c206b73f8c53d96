import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { codeOf, turnOnTwoFactor } from '../../test/two-factor.ts'
import { askedForCode, codeIsWrong, password, twoFactor, twoFactorOf } from './two-factor-fixtures.ts'

const shop = startShop({ TRUST_PROXY: 'on' })
const { account, enrolled, logIn, auditEventsOf } = twoFactorOf(shop)

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

    const { recoveryCodes } = await turnOnTwoFactor(shop, as, password)

    expect([await isSignedIn(as), await isSignedIn(elsewhere)]).toEqual([true, false])
    const later = await shop.signIn(id)
    await shop.post(`${twoFactor}/disable`, { password, code: recoveryCodes[0] }, as)
    expect([await isSignedIn(as), await isSignedIn(later)]).toEqual([true, true])
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
