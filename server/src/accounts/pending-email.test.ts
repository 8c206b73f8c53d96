import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { codeOf } from '../../test/two-factor.ts'
import { startMailServer } from '../messages/notifications-fixtures.ts'
import { anEmail, linkTo, membersOf, password } from './account-fixtures.ts'

const shop = startShop()
const office = startMailServer(shop)
const { aMember, change, confirmEmail, forget, isSignedIn, leave, turnOnTwoFactor } = membersOf(shop)
const tooOld = { status: 400, message: 'This link is too old. You can ask for a new one in your profile.' }

const linkFor = (email: string) => linkTo(office, email, '/auth/confirm-email')
const open = (token: string, as?: Person) => shop.post('/auth/confirm-email', { token }, as)
const emailOf = async (as: Person) => (await shop.get('/users/current-user', as)).data.email
const chosen = 'Chosen#771'
const resetAt = async (email: string) =>
  shop.post('/auth/reset-password', { token: await linkTo(office, email, '/auth/reset-password'), password: chosen })
const stateOf = async (as: Person) => (await shop.get('/users/current-user/email-confirmation', as)).data

async function anOwner() {
  const owner = await aMember()
  await confirmEmail(owner)
  return { owner, ...(await turnOnTwoFactor(owner)) }
}

/** An account with two-factor sign-in and a pending address. */
async function aMove() {
  const { owner, ...twoFactor } = await anOwner()
  const email = anEmail()
  const asked = await change(owner, { email, password, code: twoFactor.code() })
  return { owner, email, asked, ...twoFactor }
}

describe('a change of address with two-factor sign-in on', () => {
  it('takes effect when the emailed link is opened, which can be opened again', async () => {
    const { owner, email, asked } = await aMove()
    const elsewhere = await shop.signIn(owner.id)
    expect(asked).toMatchObject({ status: 200, message: 'Open the link that we have sent to your new address.' })
    expect(asked.data.email).toBe(owner.email)
    expect(await stateOf(owner)).toEqual({ confirmed: true, pending: email })

    const token = await linkFor(email)
    expect(await open(token, owner)).toMatchObject({
      status: 200,
      message: 'Your account uses this address now: sign in with it from now on. Every other device is signed out.',
    })
    expect(await open(token, owner)).toMatchObject({ status: 200 })

    expect(await emailOf(owner)).toBe(email)
    expect(await stateOf(owner)).toEqual({ confirmed: true, pending: null })
    expect(await isSignedIn(elsewhere)).toBe(false)
    await office.allSent()
    expect(office.emailsTo(owner.email).map(({ subject }) => subject)).toContain(
      'Your account at Mela has a new address',
    )
  })

  it('needs the password and a code, as deleting the account does', async () => {
    const { owner } = await anOwner()
    const missing = { status: 400, errors: { password: 'Please enter your password.' } }

    expect(await change(owner, { email: anEmail() })).toMatchObject(missing)
    expect(await leave(owner)).toMatchObject(missing)

    expect(await stateOf(owner)).toEqual({ confirmed: true, pending: null })
  })

  it('can be withdrawn by its owner, who keeps the present address', async () => {
    const { owner, email } = await aMove()
    const token = await linkFor(email)

    expect(await shop.call('DELETE', '/users/current-user/email-confirmation', { as: owner })).toMatchObject({
      status: 200,
      message: 'Your address stays as it is.',
    })

    expect(await open(token)).toMatchObject(tooOld)
    expect(await stateOf(owner)).toEqual({ confirmed: true, pending: null })
  })

  it.each([
    [
      'another password',
      (as: Person) =>
        shop.call('PATCH', '/users/current-user/password', {
          as,
          body: { oldPassword: password, newPassword: chosen },
        }),
    ],
    [
      'a password by email',
      async (as: Person & { email: string }) => {
        await forget(as.email)
        return resetAt(as.email)
      },
    ],
  ])('is dropped with %s', async (_, act) => {
    const { owner, email } = await aMove()
    const token = await linkFor(email)
    expect(await act(owner)).toMatchObject({ status: 200 })

    expect(await open(token)).toMatchObject(tooOld)
  })

  it('is dropped when two-factor sign-in is turned off, and then takes effect at once', async () => {
    const { owner, email, secret } = await aMove()
    const token = await linkFor(email)
    await sql`update two_factor set last_step = 0`.execute(shop.db)
    await shop.post('/users/current-user/two-factor/disable', { password, code: codeOf(secret) }, owner)

    expect(await open(token)).toMatchObject(tooOld)
    expect(await change(owner, { email, password })).toMatchObject({ status: 200, data: { email } })
  })
})
