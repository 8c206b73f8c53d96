import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { startMailServer } from '../messages/notifications-fixtures.ts'
import { guestsOf } from '../orders/guests-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'

const shop = startShop()
const admin = shop.anAdmin()
const office = startMailServer(shop)
const { aGuestInput, aGuestOrder, anEmail } = guestsOf(shop)
const { pay } = buyersOf(shop)

const correct = (order: string, email: string, as: Person = admin) =>
  shop.call('PUT', `/orders/${order}/email`, { body: { email }, as })
const open = (token: string, as?: Person) => shop.post('/orders/guest/sessions', { token }, as)

async function newestLink(email: string): Promise<string> {
  await office.allSent()
  return /\/auth\/order#([\w-]{43})/.exec(office.emailsTo(email).at(-1)?.text ?? '')?.[1] ?? ''
}

describe('B147 PUT /orders/:id/email', () => {
  it('sends a new link to the corrected address of a guest, and ends what the mistyped one has opened', async () => {
    const { guest, order, email: mistyped } = await aGuestOrder()
    const email = anEmail()
    await enqueueEmail(shop.db, { kind: 'order-link', order })
    const former = await newestLink(mistyped)
    const stranger = await open(former)
    const count = office.emailsTo(mistyped).length

    const answer = await correct(order, email.toUpperCase())

    expect(answer).toMatchObject({ status: 200, data: { customer: { email, isGuest: true } } })
    expect(await open(former)).toMatchObject({ status: 400, code: 'link_expired' })
    const elsewhere = { id: order, cookie: `${stranger.cookies[0]?.name}=${stranger.cookies[0]?.value}` }
    for (const browser of [guest, elsewhere])
      expect(await shop.get(`/orders/current-user/${order}`, browser)).toMatchObject({ status: 401 })
    expect(await open(await newestLink(email))).toMatchObject({ status: 200, data: { order } })
    await shop.post('/orders/guest/links', { token: former })
    await office.allSent()
    expect(office.emailsTo(mistyped)).toHaveLength(count)
    expect(office.emailsTo(email)).toHaveLength(1)
    expect((await shop.get(`/orders?keyword=${email}`, admin)).data).toMatchObject([{ _id: order }])
    const { guest_mailbox } = await shop.db
      .selectFrom('orders')
      .select('guest_mailbox')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
    expect(guest_mailbox).toBe(email)
  })

  it('sends gift cards without a recipient again, and refuses what was shown before another correction', async () => {
    const { id: product } = await shop.product({ is_gift_card: true })
    const { guest, order, email: mistyped } = await aGuestOrder({ products: [{ product, quantity: 1 }] })
    await pay(guest, order)
    const email = anEmail()

    const { notes } = (await correct(order, email)).data
    await office.allSent()

    expect(notes[0].text).toMatch(/Its gift cards were sent there again\.$/)
    expect(office.emailsTo(email).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/gift card/i))
    const stale = { body: { email: mistyped, from: mistyped }, as: admin }
    expect(await shop.call('PUT', `/orders/${order}/email`, stale)).toMatchObject({
      status: 409,
      code: 'version_conflict',
    })
  })

  it('leaves a note with both addresses, and an audit event with none', async () => {
    const { order, email: mistyped } = await aGuestOrder()
    const email = anEmail()

    const { notes } = (await correct(order, email)).data

    const text = `The email was corrected from ${mistyped} to ${email}. Earlier links have ended.`
    expect(notes).toMatchObject([{ text, by: { _id: admin.id } }])
    const [entry] = (await shop.get(`/audit?subject=order:${order}`, admin)).data
    expect(entry).toMatchObject({ action: 'order.email-corrected', actor: { _id: admin.id } })
    expect(JSON.stringify(entry)).not.toContain('@example.com')
  })

  it('ends the links also where the address stays', async () => {
    const { order, email } = await aGuestOrder()
    await enqueueEmail(shop.db, { kind: 'order-link', order })
    const former = await newestLink(email)

    const { notes } = (await correct(order, email)).data

    expect(notes).toMatchObject([{ text: `A new link was sent to ${email}. Earlier links have ended.` }])
    expect(await open(former)).toMatchObject({ code: 'link_expired' })
    expect(await open(await newestLink(email))).toMatchObject({ status: 200 })
    const count = office.emailsTo(email).length
    await shop.post('/orders/guest/links', { token: former })
    await office.allSent()
    expect(office.emailsTo(email)).toHaveLength(count + 1)
  })

  it('takes no link that was written for the former address meanwhile', async () => {
    const { order, email: mistyped } = await aGuestOrder()
    await correct(order, anEmail())
    const email = anEmail()
    await correct(order, email)
    const link = await newestLink(email)
    await shop.db.updateTable('user_tokens').set({ email: mistyped }).where('purpose', '=', 'guest-order').execute()

    expect(await open(link)).toMatchObject({ code: 'link_expired' })
  })

  it('answers alike whether or not the address has an account, which gets the order by the link alone', async () => {
    const { order } = await aGuestOrder()
    const account = await shop.customer({ email: anEmail(), email_confirmed_at: new Date() })
    const { email } = await shop.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()

    const [free, taken] = [await correct(order, anEmail()), await correct(order, email)]

    expect([taken.status, Object.keys(taken.data)]).toEqual([free.status, Object.keys(free.data)])
    expect((await shop.get('/orders/current-user', account)).data).toEqual([])
    await open(await newestLink(email), account)
    expect((await shop.get('/orders/current-user', account)).data).toMatchObject([{ _id: order }])
    expect(await correct(order, anEmail())).toMatchObject({ status: 409, code: 'action_not_allowed' })
  })

  it('is for orders of guests, and for staff', async () => {
    const customer = await shop.customer()
    const { data } = await shoppersOf(shop).buy(customer, (await aGuestInput()).products)
    const { order, guest, email } = await aGuestOrder()

    expect(await correct(data._id, anEmail())).toMatchObject({ status: 409, code: 'action_not_allowed' })
    expect(await correct(newId(), anEmail())).toMatchObject({ status: 404 })
    expect(await correct(order, 'ravi@')).toMatchObject({ status: 400, errors: { email: expect.any(String) } })
    expect(await correct(order, anEmail(), customer)).toMatchObject({ status: 403 })
    expect(await correct(order, anEmail(), guest)).toMatchObject({ status: 401 })
    expect((await shop.get(`/orders/${order}`, admin)).data.customer.email).toBe(email)
  })
})
