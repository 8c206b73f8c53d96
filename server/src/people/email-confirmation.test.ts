import { describe, expect, it } from 'vitest'
import { browserAfter } from '../../test/browser.ts'
import { startShop } from '../../test/shop.ts'
import { startMailServer, tokenIn } from '../messages/notifications-fixtures.ts'
import { updateProfile } from './users.ts'

const shop = startShop()
const office = startMailServer(shop)

async function aNewcomer() {
  const email = `${crypto.randomUUID()}@example.com`
  const name = { firstName: 'Asha', lastName: 'Rao' }
  const browser = browserAfter(await shop.post('/auth/register', { name, email, password: 'abcd1!' }))
  const [welcome] = await office.emails(email)
  return { email, browser, token: tokenIn(welcome ?? {}, '/auth/confirm-email') }
}

type Newcomer = Awaited<ReturnType<typeof aNewcomer>>

const confirm = ({ token, browser }: Newcomer) => shop.post('/auth/confirm-email', { token }, browser)
const isConfirmed = async ({ browser }: Newcomer) =>
  (await shop.get('/users/current-user/email-confirmation', browser)).data.confirmed
const askAgain = ({ browser }: Newcomer) => shop.post('/users/current-user/email-confirmation', undefined, browser)

describe('the confirmation of an address', () => {
  it('happens by the link of the welcome email, however often it is opened', async () => {
    const newcomer = await aNewcomer()
    expect(await isConfirmed(newcomer)).toBe(false)

    expect(await confirm(newcomer)).toMatchObject({
      status: 200,
      message: 'Your address is confirmed. Thank you.',
    })
    expect(await confirm(newcomer)).toMatchObject({ status: 200 })

    expect(await isConfirmed(newcomer)).toBe(true)
    expect(await askAgain(newcomer)).toMatchObject({ status: 409, message: 'This address is confirmed already.' })
  })

  it('is sent again on request, up to five emails an hour, each of which works', async () => {
    const newcomer = await aNewcomer()

    for (let n = 0; n < 4; n++) {
      expect(await askAgain(newcomer)).toMatchObject({ status: 200, message: 'An email is on its way to you.' })
      await office.emails(newcomer.email, n + 2)
    }
    expect(await askAgain(newcomer)).toMatchObject({ status: 429 })

    expect(await confirm(newcomer)).toMatchObject({ status: 200 })
    expect(await isConfirmed(newcomer)).toBe(true)
  })

  it('is void after a change of address, and the link to the old one confirms nothing', async () => {
    const newcomer = await aNewcomer()
    await confirm(newcomer)

    const email = `${crypto.randomUUID()}@example.com`
    await shop.db.transaction().execute(db => updateProfile(db, newcomer.browser.id, { email }))

    expect(await isConfirmed(newcomer)).toBe(false)
    expect(await confirm(newcomer)).toMatchObject({ status: 400 })
    expect(await isConfirmed(newcomer)).toBe(false)
  })
})
