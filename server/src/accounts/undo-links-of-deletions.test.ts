import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { reviewersOf } from '../catalog/reviews-fixtures.ts'
import { startMailServer } from '../messages/notifications-fixtures.ts'
import { guestsOf } from '../orders/guests-fixtures.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { anEmail, membersOf, password } from './account-fixtures.ts'
import { eraseClosedAccounts } from './close-account.ts'
import { taken, tooOld, undoLinksFor } from './undo-links-fixtures.ts'

const shop = startShop()
const office = startMailServer(shop)
const { aMember, change, confirmEmail, isSignedIn, leave, logIn, register, turnOnTwoFactor } = membersOf(shop)
const { restore, reopen, restoreLink, reopenLink, emailOf, undoLinksOf, subjectsTo, later, aTheft } = undoLinksFor(
  shop,
  office,
)

describe('an account that was deleted without the password (B67)', () => {
  it('is closed at once, and restored by the emailed link', async () => {
    const owner = await aMember()
    const { id: product } = await shop.product()
    await shop.post(`/products/${product}/reviews`, reviewersOf(shop).aReview(), owner)
    await shop.post('/users/current-user/addresses', shop.anAddress(), owner)
    const reviewer = async () => (await shop.get(`/products/${product}/reviews`)).data[0].user.name
    const admin = await shop.admin()
    const isListed = async () => (await shop.get(`/users/customers?keyword=${owner.email}`, admin)).data.length > 0
    expect(await isListed()).toBe(true)

    expect(await leave(await shop.signIn(owner.id))).toMatchObject({ status: 200, success: true })

    expect(await isSignedIn(owner)).toBe(false)
    expect(await logIn(owner.email)).toMatchObject({ status: 401 })
    expect(await isListed()).toBe(false)
    expect(await reviewer()).toEqual({ firstName: 'Deleted', lastName: 'user' })
    const token = await reopenLink(owner.email)
    expect(await reopen(token)).toMatchObject({ status: 200, message: 'Your account is open again.' })
    expect(await logIn(owner.email)).toMatchObject({ status: 200 })
    expect(await isListed()).toBe(true)
    expect(await reviewer()).toEqual({ firstName: 'Mira', lastName: 'Sen' })
    const { data } = await shop.get('/users/current-user/addresses', await shop.signIn(owner.id))
    expect(data).toHaveLength(1)
    expect(await reopen(token)).toMatchObject(tooOld)
  })

  it.each([
    ['at its address', false],
    ['at the one before', true],
  ])('is restored %s without confirming an address that was unconfirmed before', async (_, hasMoved) => {
    const squatter = await aMember()
    const guest = await guestsOf(shop).aGuestOrder({ email: squatter.email })
    if (hasMoved) await change(squatter, { email: anEmail() })
    await leave(squatter)

    expect(await reopen(await reopenLink(squatter.email))).toMatchObject({ status: 200 })

    const back = await shop.signIn(squatter.id)
    const { data } = await shop.get('/users/current-user/email-confirmation', back)
    expect(data).toEqual({ confirmed: false, pending: null })
    expect(await shop.get(`/orders/current-user/${guest.order}`, guest.guest)).toMatchObject({ status: 200 })
  })

  it('of staff is restored as a customer, as admins could not demote it meanwhile', async () => {
    const boss = await shop.admin()
    const colleague = await aMember()
    await shop.call('PATCH', `/users/${colleague.id}`, { as: boss, body: { role: 'admin' } })
    await leave(await shop.signIn(colleague.id))

    expect(await reopen(await reopenLink(colleague.email))).toMatchObject({ status: 200 })

    expect(await logIn(colleague.email)).toMatchObject({ status: 200, user: { role: 'customer' } })
  })

  it('is erased by the job after seven days, not before, and then the link is void', async () => {
    const owner = await aMember()
    await shop.post('/users/current-user/addresses', shop.anAddress(), owner)
    await leave(owner)
    const token = await reopenLink(owner.email)
    const addresses = async () =>
      (await shop.db.selectFrom('addresses').select('id').where('user_id', '=', owner.id).execute()).length
    await later('closed_accounts', owner, 6)
    await eraseClosedAccounts(shop.db, shop.app.files)
    expect(await addresses()).toBe(1)

    await later('closed_accounts', owner, 1)
    expect(await reopen(token)).toMatchObject(tooOld)
    await eraseClosedAccounts(shop.db, shop.app.files)

    expect(await addresses()).toBe(0)
    expect(await shop.db.selectFrom('closed_accounts').selectAll().where('user_id', '=', owner.id).execute()).toEqual(
      [],
    )
    expect(await reopen(token)).toMatchObject(tooOld)
    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 5, keyword: `account.deleted ${owner.id}` })
    expect(rows).toMatchObject([{ actor: null }])
  })

  it('is not restored while a new account has confirmed its address', async () => {
    const owner = await aMember()
    await leave(owner)
    const token = await reopenLink(owner.email)

    await confirmEmail(await aMember(owner.email))

    const message = expect.stringMatching(/newer account by now.*choose a new password.*delete it.*use this link again/)
    expect(await reopen(token)).toMatchObject({ status: 400, message })
    expect(await logIn(owner.email)).toMatchObject({ status: 200 })
  })

  it('is restored at the previous address by either link, when a thief changed and deleted it', async () => {
    for (const take of [
      async (email: string) => restore(await restoreLink(email)),
      async (email: string) => reopen(await reopenLink(email)),
    ]) {
      const { owner, thief, newEmail } = await aTheft()
      await change(thief, { email: newEmail })
      await leave(thief)
      await office.allSent()
      expect(subjectsTo(newEmail)).not.toContain('Your account at Mela was closed')
      expect(await register(owner.email)).toMatchObject(taken)
      expect(await register(newEmail)).toMatchObject({ status: 201 })

      expect(await take(owner.email)).toMatchObject({ status: 200 })

      expect(await emailOf(owner)).toBe(owner.email)
      expect(await logIn(owner.email)).toMatchObject({ status: 200 })
      expect(await undoLinksOf(owner)).toEqual([])
    }
  })
})

describe('a password that is sent along', () => {
  it('needs a code with two-factor sign-in on, which is refused on its field', async () => {
    const member = await aMember()
    const { code, recoveryCodes } = await turnOnTwoFactor(member)
    const missing = { status: 400, errors: { code: 'Please enter the code from your authenticator app.' } }
    const wrong = { status: 400, errors: { code: 'This code is not right. Please try again.' } }

    const email = anEmail()
    expect(await change(member, { email, password })).toMatchObject(missing)
    expect(await change(member, { email, password, code: '000000' })).toMatchObject(wrong)
    expect(await change(member, { email, password, code: code() })).toMatchObject({ status: 200 })
    expect(await undoLinksOf(member)).toEqual([])
    expect(await leave(member, { password })).toMatchObject(missing)
    expect(await leave(member, { password, code: recoveryCodes[0] })).toMatchObject({
      status: 200,
      message: 'Your account was deleted.',
    })
  })
})
