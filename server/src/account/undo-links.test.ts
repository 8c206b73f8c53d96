import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { listAuditEntries } from '../audit/audit.repository.ts'
import { startMailServer } from '../notifications/notifications-fixtures.ts'
import { reviewersOf } from '../products/reviews/reviews-fixtures.ts'
import { cleanUp } from '../work/nightly-cleaning.ts'
import { anEmail, linkTo, membersOf, password } from './account-fixtures.ts'
import { eraseClosedAccounts } from './erase-account.ts'

const shop = startShop()
const office = startMailServer(shop)
const { aMember, change, confirmEmail, forget, isSignedIn, leave, logIn, register, turnOnTwoFactor } = membersOf(shop)

const restore = (token: string) => shop.post('/auth/restore-email', { token })
const reopen = (token: string) => shop.post('/auth/reopen-account', { token })
const reset = (token: string, password: string) => shop.post('/auth/reset-password', { token, password })
const restoreLink = (email: string) => linkTo(office, email, '/auth/restore-email')
const reopenLink = (email: string) => linkTo(office, email, '/auth/reopen-account')
const tooOld = { status: 400, success: false, message: 'This link was used already or is too old.' }
const taken = { status: 409, message: 'User with this email already exists!' }

const emailOf = async ({ id }: { id: string }) =>
  (await shop.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
const undoLinksOf = ({ id }: { id: string }) =>
  shop.db.selectFrom('email_changes').selectAll().where('user_id', '=', id).orderBy('id').execute()
const subjectsTo = (email: string) => office.emailsTo(email).map(({ subject }) => subject)
const later = (table: 'email_changes' | 'closed_accounts', { id }: { id: string }, days: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(table === 'email_changes' ? 'expires_at' : 'erase_at')} =
    ${sql.ref(table === 'email_changes' ? 'expires_at' : 'erase_at')} - make_interval(days => ${days})
    where user_id = ${id}`.execute(shop.db)

/** An owner with a confirmed address, and a thief with only a stolen session. */
async function aTheft() {
  const owner = await aMember()
  await confirmEmail(owner)
  const thief: Person = await shop.signIn(owner.id)
  return { owner, thief, loot: anEmail() }
}

describe('an address that was changed without the password (B66)', () => {
  it('is restored by the link emailed to the old one, which signs out every device', async () => {
    const { owner, thief, loot } = await aTheft()
    expect(await change(thief, { email: loot })).toMatchObject({ status: 200, data: { email: loot } })
    const token = await restoreLink(owner.email)

    const answer = await restore(token)

    expect(answer).toMatchObject({ status: 200, success: true, data: null })
    expect(await isSignedIn(thief)).toBe(false)
    expect(await logIn(loot)).toMatchObject({ status: 401 })
    expect(await logIn(owner.email)).toMatchObject({ status: 200 })
    expect(await restore(token)).toMatchObject(tooOld)
    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 5, keyword: `email.restored ${owner.id}` })
    expect(rows).toHaveLength(1)
  })

  it('is confirmed again when the account returns to it at once, so that the next change is emailed', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await change(thief, { email: owner.email })
    await office.allSent()

    await change(thief, { email: anEmail() })
    await office.allSent()

    expect(subjectsTo(owner.email).filter(subject => subject?.endsWith('has a new address'))).toHaveLength(2)
  })

  it('can be restored by the same link when a registration took the new address meanwhile', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    const token = await restoreLink(owner.email)
    const form = { name: { firstName: 'Mallory', lastName: 'Rao' }, email: loot, password: 'Kadamba#41' }

    expect(await shop.post('/auth/register', form)).toMatchObject({ status: 201 })
    expect(await isSignedIn(thief)).toBe(false)
    await change(await shop.signIn(owner.id), { email: anEmail() })

    expect(await restore(token)).toMatchObject({ status: 200 })
    expect(await emailOf(owner)).toBe(owner.email)
    expect(await undoLinksOf(owner)).toEqual([])
  })

  it('gets the password reset email at the old one only, whichever address requests it', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })

    await forget(loot)
    await forget(owner.email)
    await office.allSent()

    const reset = 'Choose a new password for Mela'
    expect(subjectsTo(loot)).not.toContain(reset)
    expect(subjectsTo(owner.email).filter(subject => subject === reset)).toHaveLength(2)
  })

  it('is restored by a new password too, also when it was never confirmed', async () => {
    const owner = await aMember()
    const [thief, loot] = [await shop.signIn(owner.id), anEmail()]
    await change(thief, { email: loot })
    await forget(owner.email)
    const token = await linkTo(office, owner.email, '/auth/reset-password')

    expect(await reset(token, 'Chosen#7')).toMatchObject({ status: 200 })

    expect(await emailOf(owner)).toBe(owner.email)
    expect(await isSignedIn(thief)).toBe(false)
    expect(await logIn(owner.email, 'Chosen#7')).toMatchObject({ status: 200 })
    expect(await undoLinksOf(owner)).toEqual([])
    expect(subjectsTo(owner.email)).not.toContain('Your account at Mela has a new address')
  })

  it('keeps the undo link of the first address, and its seven days, however often it is changed again', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: anEmail() })
    const [first] = await undoLinksOf(owner)
    await confirmEmail(owner)
    await change(thief, { email: loot })
    await change(thief, { email: anEmail() })
    await change(thief, { email: loot })

    const [way] = await undoLinksOf(owner)
    expect(way).toMatchObject({ id: first?.id, email: owner.email })
    expect(way?.expires_at.getTime()).toBeGreaterThanOrEqual(first?.expires_at.getTime() ?? Number.NaN)
    expect(await restore(await restoreLink(owner.email))).toMatchObject({ status: 200 })
    expect(await emailOf(owner)).toBe(owner.email)
    expect(await undoLinksOf(owner)).toEqual([])
  })

  it('can be undone for seven days from the last change, when a thief changed it back in between', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await change(thief, { email: owner.email })
    await later('email_changes', owner, 6)
    await change(thief, { email: loot })
    await later('email_changes', owner, 6)

    await forget(loot)
    await office.allSent()

    expect(subjectsTo(loot)).not.toContain('Choose a new password for Mela')
    expect(subjectsTo(owner.email)).toContain('Choose a new password for Mela')
  })

  it('sends an email to the old one at each change, when a thief changed it back in between', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await office.allSent()
    await change(thief, { email: owner.email })
    await change(thief, { email: loot })
    await office.allSent()

    const told = subjectsTo(owner.email).filter(subject => subject === 'Your account at Mela has a new address')
    expect(told).toHaveLength(2)
    expect(subjectsTo(owner.email)).not.toContain('Confirm your address at Mela')
  })

  it('belongs to no address in between longer than to the first one', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await confirmEmail(owner)
    await later('email_changes', owner, 6)
    await change(thief, { email: anEmail() })
    await later('email_changes', owner, 1)
    expect((await undoLinksOf(owner)).map(({ email }) => email)).toEqual([owner.email, loot])

    await forget(owner.email)
    await office.allSent()

    expect(subjectsTo(loot)).not.toContain('Choose a new password for Mela')
    expect(subjectsTo(owner.email)).toContain('Choose a new password for Mela')
  })

  it('can be undone for seven more days after a later address restored it', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await confirmEmail(owner)
    await change(thief, { email: anEmail() })
    const ofThief = await restoreLink(loot)
    await later('email_changes', owner, 6)
    expect(await restore(ofThief)).toMatchObject({ status: 200 })
    await later('email_changes', owner, 6)

    await forget(loot)
    await office.allSent()

    expect(subjectsTo(loot)).not.toContain('Choose a new password for Mela')
  })

  it.each([
    ['password', { oldPassword: password, newPassword: 'Chosen#7' }, '/users/current-user/password'],
    ['address, with the password', { email: anEmail(), password }, '/users/current-user'],
  ])('is kept for no address but the first once its owner has chosen another %s', async (_what, body, path) => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await confirmEmail(owner)
    await change(thief, { email: anEmail() })
    const [ofOwner, ofThief] = [await restoreLink(owner.email), await restoreLink(loot)]

    expect(await shop.call('PATCH', path, { as: await shop.signIn(owner.id), body })).toMatchObject({ status: 200 })

    expect(await restore(ofThief)).toMatchObject(tooOld)
    expect(await restore(ofOwner)).toMatchObject({ status: 200 })
  })

  it('gives no right to the address in between once the account has returned', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await confirmEmail(owner)
    await change(thief, { email: owner.email })
    await office.allSent()

    const told = office.emailsTo(loot).find(({ subject }) => subject?.includes('has a new address'))
    expect(told?.text).not.toContain('/auth/restore-email')
    expect(await undoLinksOf(owner)).toEqual([])
  })

  it('returns to the first address after a later one restored it', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await confirmEmail(owner)
    await change(thief, { email: anEmail() })
    const [ofOwner, ofThief] = [await restoreLink(owner.email), await restoreLink(loot)]

    expect(await restore(ofThief)).toMatchObject({ status: 200 })
    expect(await emailOf(owner)).toBe(loot)
    expect(await restore(ofOwner)).toMatchObject({ status: 200 })

    expect(await emailOf(owner)).toBe(owner.email)
    expect(await restore(ofThief)).toMatchObject(tooOld)
  })

  it('can be undone for seven days and no longer', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    const token = await restoreLink(owner.email)
    const [way] = await undoLinksOf(owner)
    expect(way?.expires_at.getTime()).toBeGreaterThan(Date.now() + 6.99 * 24 * 3600_000)
    await later('email_changes', owner, 7)

    expect(await restore(token)).toMatchObject(tooOld)
    await cleanUp(shop.db)
    expect(await undoLinksOf(owner)).toEqual([])
    await forget(owner.email)
    await forget(loot)
    await office.allSent()
    expect(subjectsTo(loot)).toContain('Choose a new password for Mela')
    expect(subjectsTo(owner.email)).not.toContain('Choose a new password for Mela')
  })

  it('reserves the old one meanwhile', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    const other = await aMember()

    expect(await register(owner.email)).toMatchObject(taken)
    expect(await change(other, { email: owner.email })).toMatchObject(taken)
    expect(await change(other, { email: owner.email, password })).toMatchObject(taken)

    expect(await restore(await restoreLink(owner.email))).toMatchObject({ status: 200 })
  })

  it('does not keep another account from moving to the new one', async () => {
    const { thief, loot } = await aTheft()
    await change(thief, { email: loot })

    expect(await change(await aMember(), { email: loot, password })).toMatchObject({ status: 200 })
  })

  it('reserves no more than one unconfirmed address', async () => {
    const member = await aMember()
    const [second, third] = [anEmail(), anEmail()]
    for (const email of [second, third, anEmail()]) await change(member, { email })

    expect((await undoLinksOf(member)).map(({ email }) => email)).toEqual([member.email])
    expect(await register(second)).toMatchObject({ status: 201 })
  })

  it('allows no two-factor sign-in and no new password from the session alone', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await change(thief, { name: { firstName: 'Not', lastName: 'Mira' } })

    const begin = await shop.post('/users/current-user/two-factor', { password: 'guess1!' }, thief)
    const body = { oldPassword: 'guess1!', newPassword: 'Chosen#7' }
    const newPassword = await shop.call('PATCH', '/users/current-user/password', { as: thief, body })

    expect([begin.status, newPassword.status]).toEqual([400, 400])
    await restore(await restoreLink(owner.email))
    const { data } = await logIn(owner.email)
    expect(data.email).toBe(owner.email)
    const name = { firstName: 'Mira', lastName: 'Sen' }
    expect(await change(await shop.signIn(owner.id), { name })).toMatchObject({ status: 200, data: { name } })
  })
})

describe('an address that was changed with the password (B66)', () => {
  it('is emailed to the old one without an undo link, and the old one is free at once', async () => {
    const { owner } = await aTheft()
    const email = anEmail()

    expect(await change(owner, { email, password })).toMatchObject({ status: 200, data: { email } })
    await office.allSent()

    const told = office.emailsTo(owner.email).find(({ subject }) => subject?.includes('has a new address'))
    expect(told?.text).not.toContain('/auth/restore-email')
    expect(await undoLinksOf(owner)).toEqual([])
    expect(await register(owner.email)).toMatchObject({ status: 201 })
  })

  it('keeps the undo link of an earlier change', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await change(thief, { email: anEmail(), password })

    expect(await restore(await restoreLink(owner.email))).toMatchObject({ status: 200 })
    expect(await emailOf(owner)).toBe(owner.email)
  })
})

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

  it('leaves a new account that staff deactivated inactive and without the address', async () => {
    const owner = await aMember()
    await leave(owner)
    const token = await reopenLink(owner.email)
    const newer = await aMember(owner.email)
    await shop.db.updateTable('users').set({ is_active: false }).where('id', '=', newer.id).execute()

    expect(await reopen(token)).toMatchObject({ status: 200 })

    const row = await shop.db.selectFrom('users').selectAll().where('id', '=', newer.id).executeTakeFirst()
    expect(row).toMatchObject({ is_active: false, deleted_at: null, email: expect.stringContaining(newer.id) })
    expect(await logIn(owner.email)).toMatchObject({ status: 200, data: { _id: owner.id } })
  })

  it('is not restored over a staff account', async () => {
    const owner = await aMember()
    await leave(owner)
    const token = await reopenLink(owner.email)
    const newer = await aMember(owner.email)
    await shop.db.updateTable('users').set({ role: 'manager' }).where('id', '=', newer.id).execute()

    expect(await reopen(token)).toMatchObject({ status: 400, message: expect.stringContaining('newer account') })
    expect(await logIn(owner.email)).toMatchObject({ status: 200, data: { _id: newer.id } })
  })

  it('is restored once its owner has deleted a new account confirmed at its address', async () => {
    const owner = await aMember()
    await leave(owner)
    const token = await reopenLink(owner.email)
    await confirmEmail(await aMember(owner.email))
    await forget(owner.email)
    await reset(await linkTo(office, owner.email, '/auth/reset-password'), 'Chosen#7')
    const { data: newer } = await logIn(owner.email, 'Chosen#7')
    await leave(await shop.signIn(newer._id), { password: 'Chosen#7' })

    expect(await reopen(token)).toMatchObject({ status: 200 })
    expect(await emailOf(owner)).toBe(owner.email)
    expect(await logIn(owner.email)).toMatchObject({ status: 200 })
  })

  it('is sent its undo link again on a password reset request', async () => {
    const owner = await aMember()
    await leave(owner)
    await office.allSent()

    await forget(owner.email)
    await office.allSent()

    expect(subjectsTo(owner.email).filter(subject => subject === 'Your account at Mela was closed')).toHaveLength(2)
    expect(await reopen(await reopenLink(owner.email))).toMatchObject({ status: 200 })
  })

  it('is restored at the previous address by either link, when a thief changed and deleted it', async () => {
    for (const take of [
      async (email: string) => restore(await restoreLink(email)),
      async (email: string) => reopen(await reopenLink(email)),
    ]) {
      const { owner, thief, loot } = await aTheft()
      await change(thief, { email: loot })
      await leave(thief)
      await office.allSent()
      expect(subjectsTo(loot)).not.toContain('Your account at Mela was closed')
      expect(await register(owner.email)).toMatchObject(taken)
      expect(await register(loot)).toMatchObject({ status: 201 })

      expect(await take(owner.email)).toMatchObject({ status: 200 })

      expect(await emailOf(owner)).toBe(owner.email)
      expect(await logIn(owner.email)).toMatchObject({ status: 200 })
      expect(await undoLinksOf(owner)).toEqual([])
    }
  })

  it('can be restored for seven days by the previous address, however old that change is', async () => {
    const { owner, thief, loot } = await aTheft()
    await change(thief, { email: loot })
    await later('email_changes', owner, 6)
    await leave(thief)
    for (const table of ['email_changes', 'closed_accounts'] as const) await later(table, owner, 6)

    expect(await reopen(await reopenLink(owner.email))).toMatchObject({ status: 200 })
    expect(await emailOf(owner)).toBe(owner.email)
  })
})

describe('a password that is sent along', () => {
  it('is refused on its field when it is wrong, and changes nothing', async () => {
    const member = await aMember()
    const wrong = { status: 400, errors: { password: 'Invalid password.' } }

    expect(await change(member, { email: anEmail(), password: 'wrong1!' })).toMatchObject(wrong)
    expect(await leave(member, { password: 'wrong1!' })).toMatchObject(wrong)

    expect(await emailOf(member)).toBe(member.email)
    expect(await isSignedIn(member)).toBe(true)
  })

  it('counts as a login attempt when it is wrong', async () => {
    const member = await aMember()
    for (let n = 0; n < 10; n++) await leave(member, { password: `wrong${n}!` })

    expect(await leave(member, { password })).toMatchObject({ status: 429 })
    expect(await change(member, { email: anEmail(), password })).toMatchObject({ status: 429 })
  })

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
