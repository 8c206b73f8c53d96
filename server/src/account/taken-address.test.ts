import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/code-of.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { startPostOffice } from '../mail/mail-fixtures.ts'
import { anEmail, linkTo, membersOf, password } from './account-fixtures.ts'

const shop = startShop()
const office = startPostOffice(shop)
const { aMember, change, confirmEmail, forget, leave, logIn } = membersOf(shop)
const chosen = 'Chosen#771'

const reopen = (token: string) => shop.post('/auth/reopen-account', { token })

async function chooseNewPassword(email: string) {
  await forget(email)
  const token = await linkTo(office, email, '/auth/reset-password')
  return shop.post('/auth/reset-password', { token, password: chosen })
}

async function turnOnTwoFactor(as: Person): Promise<string> {
  const { secret } = (await shop.post('/users/current-user/two-factor', { password }, as)).data
  const body = { code: codeOf(secret, -1) }
  expect(await shop.post('/users/current-user/two-factor/confirm', body, as)).toMatchObject({ status: 200 })
  return secret
}

/** Closes a confirmed owner's account by a stolen session; answers the link that the owner was sent. */
async function aClosedAccount() {
  const owner = await aMember()
  await confirmEmail(owner)
  await leave(await shop.signIn(owner.id), {})
  return { owner, token: await linkTo(office, owner.email, '/auth/reopen-account') }
}

/** What the refusal of the link advises. */
async function deleteNewerAccount(email: string) {
  expect(await chooseNewPassword(email)).toMatchObject({ status: 200 })
  const newer = await logIn(email, chosen)
  expect(newer).toMatchObject({ status: 200 })
  await leave(await shop.signIn(newer.user._id), { password: chosen })
}

describe('two-factor sign-in of a newer account', () => {
  it('does not keep the owner of a closed account from its address, when it was moved there', async () => {
    const { owner, token } = await aClosedAccount()
    const thief = await aMember()
    await confirmEmail(thief)
    const secret = await turnOnTwoFactor(thief)
    await change(thief, { email: owner.email, password, code: codeOf(secret) })

    expect(await reopen(token)).toMatchObject({ status: 200 })
  })

  it('does not keep the owner of a closed account from its address, when it has left that again', async () => {
    const { owner, token } = await aClosedAccount()
    const thief = await aMember(owner.email)
    const elsewhere = anEmail()
    await change(thief, { email: elsewhere })
    await confirmEmail(thief)
    await turnOnTwoFactor(thief)

    await deleteNewerAccount(owner.email)

    expect(await reopen(token)).toMatchObject({ status: 200 })
  })

  it('does not keep the reader of an address out that was left for one that is confirmed', async () => {
    const email = anEmail()
    const squatter = await aMember(email)
    await turnOnTwoFactor(squatter)
    const elsewhere = anEmail()
    await change(squatter, { email: elsewhere })
    await confirmEmail(squatter)

    await chooseNewPassword(email)

    expect(await logIn(email, chosen)).toMatchObject({ status: 200 })
  })
})

describe('an address that an account with two-factor sign-in was moved to', () => {
  const later = () =>
    sql`update email_changes set expires_at = expires_at - interval '8 days', undo_until = undo_until - interval '8 days'`.execute(
      shop.db,
    )

  async function anOwner() {
    const owner = await aMember()
    await confirmEmail(owner)
    return { owner, secret: await turnOnTwoFactor(owner) }
  }
  const register = (email: string) => membersOf(shop).register(email)
  const emailOf = async ({ id }: Person) =>
    (await shop.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

  it('is free for a registration until it is confirmed, when the password was given', async () => {
    const { owner, secret } = await anOwner()
    const email = anEmail()
    await change(owner, { email, password, code: codeOf(secret) })
    await later()

    expect(await register(email)).toMatchObject({ status: 201 })

    expect(await emailOf(owner)).toBe(owner.email)
  })

  it('is free for a registration until it is confirmed, when the password was not given', async () => {
    const { owner } = await anOwner()
    const email = anEmail()
    await change(owner, { email })
    await later()

    expect(await register(email)).toMatchObject({ status: 201 })

    expect(await emailOf(owner)).toBe(owner.email)
  })

  it('stays taken once it is confirmed, and the earlier one is free', async () => {
    const { owner, secret } = await anOwner()
    const email = anEmail()
    await change(owner, { email, password, code: codeOf(secret) })
    await confirmEmail(owner)

    expect(await register(email)).toMatchObject({ status: 409 })
    expect(await register(owner.email)).toMatchObject({ status: 201 })
  })

  it('leaves the earlier one its seven days once it is confirmed, when the password was not given', async () => {
    const { owner } = await anOwner()
    await change(owner, { email: anEmail() })
    await confirmEmail(owner)

    expect(await register(owner.email)).toMatchObject({ status: 409 })
    await later()
    expect(await register(owner.email)).toMatchObject({ status: 201 })
  })
})

it('requests of a stranger leave the owner a link to a new password in each half hour', async () => {
  const owner = await aMember()
  await confirmEmail(owner)
  const requests = async (count: number) => {
    for (let n = 0; n < count; n++) await forget(owner.email)
    await office.allSent()
    return office.lettersTo(owner.email).filter(({ text }) => text?.includes('/auth/reset-password')).length
  }
  expect(await requests(5)).toBe(3)

  await sql`update user_tokens set created_at = created_at - interval '31 minutes'`.execute(shop.db)
  await sql`update guesses set since = since - interval '31 minutes'`.execute(shop.db)

  expect(await requests(1)).toBe(4)
})
