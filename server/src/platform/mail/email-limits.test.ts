import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { startMailServer } from '../../messages/notifications-fixtures.ts'
import { examine } from '../../operate/checks.ts'
import { guestsOf } from '../../orders/guests-fixtures.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { enqueueEmail } from './outbox.ts'

const shop = startShop()
const office = startMailServer(shop)
const { anOrder, pay } = buyersOf(shop)
const { aGuestOrder } = guestsOf(shop)

async function aRecipient(email_confirmed_at: Date | null = new Date()) {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = await shop.user({ email, email_confirmed_at })
  return { id, email, customer: await shop.signIn(id) }
}

describe('the outbox', () => {
  it('sends three password reset emails an hour, and reports the withheld ones to the operator', async () => {
    const { id, email } = await aRecipient()

    for (let n = 0; n < 7; n++) await enqueueEmail(shop.db, { kind: 'password-reset', user: id })
    await office.allSent()

    expect(office.emailsTo(email)).toHaveLength(3)
    const withheld = office.log.filter(entry => 'kind' in entry && entry.kind === 'password-reset')
    expect(withheld).toHaveLength(4)
    expect(JSON.stringify(withheld)).not.toContain(email)
    const line = (await examine(shop.db)).flatMap(({ lines }) => lines).find(line => line.startsWith('Emails: '))
    expect(line).toMatch(/^Emails: \d+ were withheld in the last 7 days, .*\b4 password-reset\b/)
  })

  it('sends an unconfirmed address ten order emails a day, whatever its account does', async () => {
    const { customer, email } = await aRecipient(null)
    const { id } = await shop.product()
    const order = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }

    for (let n = 0; n < 7; n++) {
      const placed = await shop.post('/orders', order, customer)
      await office.endWaiting()
      await office.allSent()
      await shop.call('PATCH', `/orders/${placed.data._id}/cancel`, { as: customer })
      await office.allSent()
    }

    expect(office.emailsTo(email)).toHaveLength(10)
  })

  it('sends a confirmed address ten emails a day about orders of guests, who use up nothing of its account', async () => {
    const { customer, email } = await aRecipient()
    const cancel = (order: string, as: typeof customer) => shop.call('PATCH', `/orders/${order}/cancel`, { as })
    for (let n = 0; n < 21; n++) {
      const { guest, order } = await aGuestOrder({ email })
      await cancel(order, guest)
    }
    await office.allSent()

    await cancel(await anOrder(customer), customer)
    await office.allSent()

    expect(office.emailsTo(email)).toHaveLength(11)
  })

  it('still sends a guest who has paid each email of the order, whatever others order with the address', async () => {
    const ways = ['paypal', 'delivery'].map(way => ({
      ...{ way, isOn: true, countries: [], currencies: [], from: null, to: null },
    }))
    await shop.changeSettings({ payments: { ways } })
    const other = await aGuestOrder({ gateway: 'delivery' })
    for (let n = 0; n < 20; n++) await enqueueEmail(shop.db, { kind: 'order-confirmed', order: other.order })
    await office.allSent()
    const { guest, order, email } = await aGuestOrder({ email: other.email })

    await pay(guest, order)
    await office.allSent()

    expect(office.emailsTo(email).at(-1)?.subject).toMatch(/ is paid$/)
  })

  it('still sends a customer with an unconfirmed address each payment and refund', async () => {
    const { customer, email } = await aRecipient(null)
    for (let n = 0; n < 6; n++) {
      const order = await anOrder(customer)
      await pay(customer, order)
      await shop.call('PATCH', `/orders/${order}/cancel`, { as: customer })
      await office.allSent()
    }

    const subjects = office.emailsTo(email).map(({ subject }) => subject)

    expect(subjects.filter(subject => subject?.endsWith('is on its way back'))).toHaveLength(6)
  })

  it('sends many gift cards to one address on one day, and those over the limit a day later: they were paid for', async () => {
    const [admin, recipient] = [await shop.admin(), `${crypto.randomUUID()}@example.com`]
    const send = () => shop.post('/gift-cards', { amount: 10, recipient }, admin)
    for (let n = 0; n < 22; n++) await send()
    await office.allSent()
    expect(office.emailsTo(recipient)).toHaveLength(22)

    await sql`update attempts set count = 1000`.execute(shop.db)
    await send()
    await office.allSent()
    expect(office.emailsTo(recipient)).toHaveLength(22)
    await sql`delete from attempts`.execute(shop.db)
    await office.endWaiting()
    await office.allSent()

    expect(office.emailsTo(recipient)).toHaveLength(23)
  })

  it('notifies a confirmed address of its change, whatever was sent to variants of it before', async () => {
    const { email, customer } = await aRecipient()
    for (let n = 0; n < 10; n++) {
      const stranger = await shop.user({ email: email.replace('@', `+${n}@`) })
      await shop.call('DELETE', '/users/current-user', { as: await shop.signIn(stranger.id) })
    }
    await office.allSent()

    await shop.call('PATCH', '/users/current-user', { body: { email: 'thief@example.com' }, as: customer })
    await shop.post('/auth/forgot-password', { email })
    await office.allSent()

    expect(office.emailsTo(email).map(({ subject }) => subject)).toEqual([
      'Your account at Mela has a new address',
      'Choose a new password for Mela',
    ])
  })

  it.each([
    ['dots', (inbox: string) => `${inbox.slice(0, 9)}.${inbox.slice(9)}@gmail.com`, 'gmail.com'],
    ['a plus', (inbox: string) => `${inbox}+shop@example.com`, 'example.com'],
  ])("reserves the limit of a mailbox's oldest account, whose address has %s", async (_what, addressOf, domain) => {
    const inbox = crypto.randomUUID().replaceAll('-', '')
    const email = addressOf(inbox)
    await shop.user({ email, email_confirmed_at: null })
    for (let n = 0; n < 5; n++) {
      const { id } = await shop.user({ email: `${inbox}+${n}@${domain}`, email_confirmed_at: null })
      for (let time = 0; time < 3; time++) await enqueueEmail(shop.db, { kind: 'password-reset', user: id })
    }
    await office.allSent()

    await shop.post('/auth/forgot-password', { email })
    await office.allSent()

    expect(office.emailsTo(email).map(({ subject }) => subject)).toEqual(['Choose a new password for Mela'])
  })

  it('counts all variants of a mailbox together: ten emails a day, whatever follows a plus', async () => {
    const inbox = crypto.randomUUID().replaceAll('-', '')
    const addresses = [`${inbox}@gmail.com`, `${inbox.slice(0, 9)}.${inbox.slice(9)}@gmail.com`]
    for (let n = 0; n < 10; n++) addresses.push(`${inbox}+${n}@gmail.com`)

    for (const email of addresses) {
      const name = { firstName: 'Asha', lastName: 'Rao' }
      await shop.post('/auth/register', { name, email, password: 'Kadamba#41' })
    }
    await office.allSent()

    const [own = '', ...variants] = addresses
    expect(office.emailsTo(own)).toHaveLength(1)
    expect(variants.flatMap(email => office.emailsTo(email))).toHaveLength(10)
  })
})
