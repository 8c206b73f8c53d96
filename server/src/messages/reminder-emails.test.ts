import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { remindOfUnpaid } from '../orders/carts/remind-of-unpaid.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { emailNow } from './notifications-fixtures.ts'

const shop = startShop()
const { buy } = shoppersOf(shop)
const { pay } = buyersOf(shop)

const remind = async () => remindOfUnpaid(shop.db, (await shop.app.settings.current()).orders)

beforeEach(() => shop.changeSettings({ orders: { reminderHours: 4, reminderConsent: false } }))

const aCustomer = (given: object = {}) => shop.customer({ email_confirmed_at: new Date(), ...given })

async function fill(person: Person, quantity = 2) {
  const { id: product } = await shop.product({ name: 'Brass lamp' })
  const { version } = (await shop.get('/cart', person)).data
  const lines = quantity > 0 ? [{ product, variant: product, quantity }] : []
  await shop.call('PUT', '/cart', { as: person, body: { lines, version } })
}

const later = (table: 'carts' | 'orders', hours: number) =>
  sql`update ${sql.table(table)} set ${sql.ref(table === 'carts' ? 'updated_at' : 'created_at')} = now() - make_interval(hours => ${hours})`.execute(
    shop.db,
  )

async function reminders({ id }: Person) {
  const { rows } = await sql<{ kind: string }>`
    select data->>'kind' as kind from pgboss.job where data->>'user' = ${id} and data->>'kind' like '%reminder'`.execute(
    shop.db,
  )
  return rows.map(({ kind }) => kind)
}

describe('a reminder of a cart', () => {
  it('goes once to a customer with a confirmed address, some hours after the last change', async () => {
    const [asha, unconfirmed] = [await aCustomer(), await shop.customer()]
    for (const person of [asha, unconfirmed]) await fill(person)
    await later('carts', 3)
    await remind()
    expect(await reminders(asha)).toEqual([])

    await later('carts', 5)
    await remind()
    await fill(asha, 3)
    await later('carts', 5)
    await remind()

    expect(await reminders(asha)).toEqual(['cart-reminder'])
    expect(await reminders(unconfirmed)).toEqual([])
    const email = await emailNow(shop, { kind: 'cart-reminder', user: asha.id })
    expect(email?.text).toContain('3 x Brass lamp: $100.00')
  })

  it('is of another cart once the first was emptied', async () => {
    const asha = await aCustomer()
    for (const quantity of [1, 0, 2]) {
      await fill(asha, quantity)
      await later('carts', 5)
      await remind()
    }

    expect(await reminders(asha)).toHaveLength(2)
  })

  it.each([
    ['the cart was emptied', (asha: Person) => fill(asha, 0)],
    [
      'something was ordered',
      async (asha: Person) => void (await buy(asha, [{ product: (await shop.product()).id, quantity: 1 }])),
    ],
    [
      'the customer has switched it off',
      (asha: Person) => shop.call('PUT', '/users/current-user/reminders', { as: asha, body: { isOn: false } }),
    ],
    ['the owner has', () => shop.changeSettings({ orders: { reminderHours: null } })],
  ])('is not sent when %s meanwhile', async (_, happen) => {
    const asha = await aCustomer()
    await fill(asha)
    await later('carts', 5)
    await remind()

    await happen(asha)

    expect(await emailNow(shop, { kind: 'cart-reminder', user: asha.id })).toBeUndefined()
  })

  it('needs consent where the owner asks for it, which the account shows', async () => {
    await shop.changeSettings({ orders: { reminderHours: 4, reminderConsent: true } })
    const [asha, other] = [await aCustomer(), await aCustomer()]
    for (const person of [asha, other]) await fill(person)
    await later('carts', 5)
    expect((await shop.get('/users/current-user/reminders', asha)).data).toEqual({ isOffered: true, isOn: false })

    await shop.call('PUT', '/users/current-user/reminders', { as: asha, body: { isOn: true } })
    await remind()

    expect([await reminders(asha), await reminders(other)]).toEqual([['cart-reminder'], []])
  })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=part',
      '--part\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--part--\r\n',
    ],
  ])('is ended by one press in the mail program, without signing in (RFC 8058): %s', async (type, payload) => {
    const asha = await aCustomer()
    await fill(asha)
    const email = await emailNow(shop, { kind: 'cart-reminder', user: asha.id })
    const { pathname } = new URL(email?.unsubscribeUrl ?? '')

    expect(await shop.call('GET', pathname.replace('/api', '') as '/')).toMatchObject({ status: 302 })
    expect((await shop.get('/users/current-user/reminders', asha)).data.isOn).toBe(true)
    const answer = await shop.app.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': type },
      payload,
    })

    expect(answer.statusCode).toBe(200)
    expect((await shop.get('/users/current-user/reminders', asha)).data.isOn).toBe(false)
    expect(await shop.post('/reminders/any/stop', {})).toMatchObject({ status: 400, code: 'link_expired' })
  })
})

describe('a reminder of an order', () => {
  const order = async (asha: Person) =>
    (await buy(asha, [{ product: (await shop.product()).id, quantity: 1 }])).data._id as string

  it('goes once to a customer who did not pay, and not to one who did', async () => {
    const [asha, paying] = [await aCustomer(), await aCustomer()]
    const [left, paid] = [await order(asha), await order(paying)]
    await pay(paying, paid)
    await later('orders', 5)

    await remind()
    await remind()

    expect([await reminders(asha), await reminders(paying)]).toEqual([['unpaid-reminder'], []])
    expect((await emailNow(shop, { kind: 'unpaid-reminder', user: asha.id, about: left }))?.text).toContain('set aside')
  })

  it('names what gift cards leave to pay', async () => {
    const asha = await aCustomer()
    const { code } = await giftCardsOf(shop, await shop.admin()).aCode(50)
    const { id: product } = await shop.product()
    const { _id } = (await buy(asha, [{ product, quantity: 1 }], { codes: [code] })).data

    const email = await emailNow(shop, { kind: 'unpaid-reminder', user: asha.id, about: _id })

    expect(email?.text).toContain('Once $148.00 is paid')
    expect(email?.text).toContain('Pay $148.00')
  })

  it('promises an email and no parcel for an order of gift cards', async () => {
    const asha = await aCustomer()
    const { id: product } = await shop.product({ is_gift_card: true })
    const { _id } = (await buy(asha, [{ product, quantity: 1 }])).data

    const email = await emailNow(shop, { kind: 'unpaid-reminder', user: asha.id, about: _id })

    expect(email?.text).toContain('is paid, we send it by email.')
  })

  it('is not sent when it was paid meanwhile', async () => {
    const asha = await aCustomer()
    const left = await order(asha)
    await later('orders', 5)
    await remind()

    await pay(asha, left)

    expect(await emailNow(shop, { kind: 'unpaid-reminder', user: asha.id, about: left })).toBeUndefined()
  })
})
