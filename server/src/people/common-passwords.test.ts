import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { browserAfter } from '../../test/browser.ts'
import { startShop } from '../../test/shop.ts'
import { createPerson, setPassword } from '../operate/people.ts'
import { hashPassword, isCommonPassword, isPasswordRight, isTooCommon } from './passwords.ts'
import { issueToken } from './tokens.ts'

const shop = startShop()

const current = 'abcd1!'
const common = 'Password1!'

const findHash = (email: string) =>
  shop.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirst()

async function account() {
  const { id, email } = await shop.user({ password_hash: await hashPassword(current) })
  return { id, email }
}

describe('a common password', () => {
  it.each([
    ['Password1!', 'password with a digit and a symbol'],
    ['Passw0rd!', 'a digit in place of a letter'],
    ['P@ssw0rd1', 'a symbol in place of a letter'],
    ['Qwerty123!', 'a row of keys'],
    ['secret1!', 'a common word of the shortest kind'],
  ])('refuses %s: %s', async password => {
    expect(await isCommonPassword(password)).toBe(true)
  })

  it.each([
    ['the shortest that B59 names', 'abcd1!'],
    ["the demo's admin", 'mela@demo1'],
    ["the demo's shopper", 'mela@shop1'],
    ['a word that is not among the most used', 'Lotus#42'],
    ['the longest that B59 takes', `a1!${'x'.repeat(125)}`],
  ])('accepts %s', async (_, password) => {
    expect(await isCommonPassword(password)).toBe(false)
  })
})

describe('B142 a common password is refused, at its field,', () => {
  it('at registration, and no account is opened', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const name = { firstName: 'Asha', lastName: 'Rao' }

    const answer = await shop.post('/auth/register', { name, email, password: common })

    const code = 'password_too_common'
    const errors = { password: isTooCommon }
    expect(answer).toMatchObject({ status: 400, message: isTooCommon, code, errors, cookies: [] })
    expect(await findHash(email)).toBeUndefined()
  })

  it('at a reset, and the link stays good for another one', async () => {
    const { id, email } = await account()
    const token = await issueToken(shop.db, { user: { id, email }, purpose: 'password-reset', emailId: randomUUID() })
    const reset = (password: string) => shop.post('/auth/reset-password', { token, password })

    const refused = await reset(common)

    expect(refused).toMatchObject({ status: 400, message: isTooCommon, errors: { password: isTooCommon } })
    expect(await reset('wxyz9?')).toMatchObject({ status: 200 })
    expect(browserAfter(await shop.post('/auth/login', { email, password: 'wxyz9?' })).id).toBe(id)
  })

  it('when an operator creates an account or resets a password', async () => {
    const { email } = await account()
    const ira = {
      firstName: 'Ira',
      lastName: 'Sen',
      email: 'ira@example.com',
      password: common,
      role: 'admin',
    } as const

    await expect(createPerson(shop.db, ira)).rejects.toThrow(isTooCommon)
    await expect(setPassword(shop.db, shop.app.env, { email, password: common })).rejects.toThrow(isTooCommon)

    expect(await findHash(ira.email)).toBeUndefined()
    expect(await isPasswordRight(current, (await findHash(email))?.password_hash)).toBe(true)
  })
})
