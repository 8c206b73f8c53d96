import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { startMailServer } from '../messages/notifications-fixtures.ts'
import { cleanUp } from '../operate/open-work.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { anEmail, linkTo, membersOf, password } from './account-fixtures.ts'
import { taken, tooOld, undoLinksFor } from './undo-links-fixtures.ts'

const shop = startShop()
const office = startMailServer(shop)
const { aMember, change, confirmEmail, forget, isSignedIn, logIn, register } = membersOf(shop)
const { restore, reset, restoreLink, emailOf, undoLinksOf, subjectsTo, later, aTheft } = undoLinksFor(shop, office)

describe('an address that was changed without the password (B66)', () => {
  it('is restored by the link emailed to the old one, which signs out every device', async () => {
    const { owner, thief, newEmail } = await aTheft()
    expect(await change(thief, { email: newEmail })).toMatchObject({ status: 200, data: { email: newEmail } })
    const token = await restoreLink(owner.email)

    const answer = await restore(token)

    expect(answer).toMatchObject({ status: 200, success: true, data: null })
    expect(await isSignedIn(thief)).toBe(false)
    expect(await logIn(newEmail)).toMatchObject({ status: 401 })
    expect(await logIn(owner.email)).toMatchObject({ status: 200 })
    expect(await restore(token)).toMatchObject(tooOld)
    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 5, keyword: `email.restored ${owner.id}` })
    expect(rows).toHaveLength(1)
  })

  it('gets the password reset email at the old one only, whichever address requests it', async () => {
    const { owner, thief, newEmail } = await aTheft()
    await change(thief, { email: newEmail })

    await forget(newEmail)
    await forget(owner.email)
    await office.allSent()

    const reset = 'Choose a new password for Mela'
    expect(subjectsTo(newEmail)).not.toContain(reset)
    expect(subjectsTo(owner.email).filter(subject => subject === reset)).toHaveLength(2)
  })

  it('is restored by a new password too, also when it was never confirmed', async () => {
    const owner = await aMember()
    const [thief, newEmail] = [await shop.signIn(owner.id), anEmail()]
    await change(thief, { email: newEmail })
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
    const { owner, thief, newEmail } = await aTheft()
    await change(thief, { email: anEmail() })
    const [first] = await undoLinksOf(owner)
    await confirmEmail(owner)
    await change(thief, { email: newEmail })
    await change(thief, { email: anEmail() })
    await change(thief, { email: newEmail })

    const [way] = await undoLinksOf(owner)
    expect(way).toMatchObject({ id: first?.id, email: owner.email })
    expect(way?.expires_at.getTime()).toBeGreaterThanOrEqual(first?.expires_at.getTime() ?? Number.NaN)
    expect(await restore(await restoreLink(owner.email))).toMatchObject({ status: 200 })
    expect(await emailOf(owner)).toBe(owner.email)
    expect(await undoLinksOf(owner)).toEqual([])
  })

  it.each([
    ['password', { oldPassword: password, newPassword: 'Chosen#7' }, '/users/current-user/password'],
    ['address, with the password', { email: anEmail(), password }, '/users/current-user'],
  ])('is kept for no address but the first once its owner has chosen another %s', async (_what, body, path) => {
    const { owner, thief, newEmail } = await aTheft()
    await change(thief, { email: newEmail })
    await confirmEmail(owner)
    await change(thief, { email: anEmail() })
    const [ofOwner, ofThief] = [await restoreLink(owner.email), await restoreLink(newEmail)]

    expect(await shop.call('PATCH', path, { as: await shop.signIn(owner.id), body })).toMatchObject({ status: 200 })

    expect(await restore(ofThief)).toMatchObject(tooOld)
    expect(await restore(ofOwner)).toMatchObject({ status: 200 })
  })

  it('can be undone for seven days and no longer', async () => {
    const { owner, thief, newEmail } = await aTheft()
    await change(thief, { email: newEmail })
    const token = await restoreLink(owner.email)
    const [way] = await undoLinksOf(owner)
    expect(way?.expires_at.getTime()).toBeGreaterThan(Date.now() + 6.99 * 24 * 3600_000)
    await later('email_changes', owner, 7)

    expect(await restore(token)).toMatchObject(tooOld)
    await cleanUp(shop.db)
    expect(await undoLinksOf(owner)).toEqual([])
    await forget(owner.email)
    await forget(newEmail)
    await office.allSent()
    expect(subjectsTo(newEmail)).toContain('Choose a new password for Mela')
    expect(subjectsTo(owner.email)).not.toContain('Choose a new password for Mela')
  })

  it('reserves the old one meanwhile', async () => {
    const { owner, thief, newEmail } = await aTheft()
    await change(thief, { email: newEmail })
    const other = await aMember()

    expect(await register(owner.email)).toMatchObject(taken)
    expect(await change(other, { email: owner.email })).toMatchObject(taken)
    expect(await change(other, { email: owner.email, password })).toMatchObject(taken)

    expect(await restore(await restoreLink(owner.email))).toMatchObject({ status: 200 })
  })
})

describe('an address that was changed with the password (B66)', () => {
  it('is emailed to the old one without an undo link, and the old one is free at once', async () => {
    const { owner } = await aTheft()
    const email = anEmail()

    expect(await change(owner, { email, password })).toMatchObject({ status: 200, data: { email } })
    await office.allSent()

    const notice = office.emailsTo(owner.email).find(({ subject }) => subject?.includes('has a new address'))
    expect(notice?.text).not.toContain('/auth/restore-email')
    expect(await undoLinksOf(owner)).toEqual([])
    expect(await register(owner.email)).toMatchObject({ status: 201 })
  })
})
