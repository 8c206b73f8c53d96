import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { anOrder, aPaidOrder, pay, start, report } = buyersOf(shop)

let admin: Person
let paid: Awaited<ReturnType<typeof aPaidOrder>>
let user: object

beforeAll(async () => {
  admin = await shop.admin()
  paid = await aPaidOrder()
  const { name, email } = (await shop.get('/users/current-user', paid.customer)).data
  user = { _id: paid.customer.id, name, email, avatar: { url: null } }
})

const ofPayment = (answer: { data: { _id: string; user: unknown }[] }) =>
  answer.data.find(({ _id }) => _id === paid.payment)?.user

describe('C18 for staff, the user of an order or a payment', () => {
  it('is the customer with name, email and avatar in the order, beside `customer`', async () => {
    const { data } = await shop.get(`/orders/${paid.order}`, admin)

    expect(data.user).toEqual(user)
    expect(data.payments[0].user).toEqual(user)
    const { avatar, ...customer } = data.user
    expect(data.customer).toEqual(customer)
  })

  it('is the customer in every answer about payments', async () => {
    for (const list of [
      '/payments?size=100',
      '/payments/status/completed?size=100',
      `/payments?keyword=${paid.order}`,
    ]) {
      expect(ofPayment(await shop.get(list, admin))).toEqual(user)
    }
    expect((await shop.get(`/payments/${paid.payment}`, admin)).data.user).toEqual(user)
  })

  it('has the address of the picture', async () => {
    const { customer, order } = await aPaidOrder()
    const url = '/media/asha.webp'
    await shop.db.updateTable('users').set({ avatar_url: url }).where('id', '=', customer.id).execute()

    expect((await shop.get(`/orders/${order}`, admin)).data.user.avatar).toEqual({ url })
    const { data } = await shop.get(`/payments?keyword=${order}`, admin)
    expect(data[0].user.avatar).toEqual({ url })
  })

  it('is the customer in what a change of the order answers', async () => {
    const { customer, order } = await aPaidOrder()
    const shipped = await shop.call('PATCH', `/orders/${order}/update`, { as: admin, body: { status: 'shipped' } })
    const pending = await anOrder(customer)
    const cancelled = await shop.call('PATCH', `/orders/${pending}/cancel`, { as: admin })

    expect([shipped.data.user, cancelled.data.user]).toMatchObject([{ _id: customer.id }, { _id: customer.id }])
  })

  it('is the admin when they pay an order of their own', async () => {
    const order = await anOrder(admin)

    const answer = await pay(admin, order)

    expect(answer).toMatchObject({ status: 201, data: { user: { _id: admin.id, avatar: { url: null } } } })
    const again = await report(admin, order, answer.data.transactionId)
    expect(again).toMatchObject({ status: 200, data: { user: { _id: admin.id } } })
  })
})

describe('C18 the user of an order or a payment is an id', () => {
  it('in lists of orders, for staff as well', async () => {
    for (const list of [`/orders?keyword=${paid.order}`, `/orders/status/processing?keyword=${paid.order}`]) {
      expect((await shop.get(list, admin)).data).toMatchObject([{ user: paid.customer.id }])
    }
  })

  it('in all that customers are answered about their own', async () => {
    const { customer, order, payment } = paid
    const placed = await anOrder(customer)
    const reported = await pay(customer, placed)

    const answers = await Promise.all([
      shop.get(`/orders/${order}`, customer),
      shop.get(`/orders/current-user/${order}`, customer),
      shop.get(`/payments/${payment}`, customer),
    ])
    const { data: list } = await shop.get('/orders/current-user', customer)

    const shown = [...answers.map(({ data }) => data), ...list, reported.data]
    expect(shown.map(({ user }) => user)).toEqual(shown.map(() => customer.id))
    const unpaid = await anOrder(customer)
    await start(customer, unpaid)
    const cancelled = await shop.call('PATCH', `/orders/${unpaid}/cancel`, { as: customer })
    expect(cancelled.data.user).toBe(customer.id)
  })
})
