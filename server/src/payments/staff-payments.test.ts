import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { anOpenOrder, pay, report } = buyersOf(shop)

const admin = shop.anAdmin()

async function aPayment(choice: 'pay' | 'refuse' = 'pay') {
  const { customer, order } = await anOpenOrder()
  return { customer, order, payment: (await pay(customer, order, choice)).data }
}

const idsOf = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)

describe('GET /payments', () => {
  it('T388 lists all payments newest first, in pages, with what staff has to know', async () => {
    const first = await aPayment()
    const second = await aPayment('refuse')

    const all = await shop.get('/payments?size=1000', admin)
    const page = await shop.get('/payments?size=1&page=2', admin)

    expect(idsOf(all).slice(0, 2)).toEqual([second.payment._id, first.payment._id])
    const customer = { _id: first.customer.id, name: { firstName: 'Asha', lastName: 'Rao' } }
    expect(all.data[1]).toEqual({
      ...first.payment,
      user: { ...customer, email: `${customer._id}@example.com`, avatar: { url: null } },
      customer,
      orderNumber: null,
      ...{ mode: 'test', problem: null, refundedAt: null, refundedAmount: 0, disputed: false, reversed: false },
    })
    expect(idsOf(page)).toEqual([first.payment._id])
    expect(page.meta).toMatchObject({ page: 2, size: 1, total: all.meta.total })
  })

  it('T388 B43 finds payments by transaction, payer and order', async () => {
    const { customer, order } = await anOpenOrder()
    const email_address = 'zed_payer@bazaar.example'
    const { data } = await report(customer, order, `TX-${newId()}`, { email_address })
    const found = async (keyword: string) =>
      idsOf(await shop.get(`/payments?keyword=${encodeURIComponent(keyword)}`, admin))

    for (const keyword of [data.transactionId, 'ZED_payer', order, 'bazaar zed']) {
      expect([keyword, await found(keyword)]).toEqual([keyword, [data._id]])
    }
    for (const keyword of ['zed%bazaar', 'zed unknown', '(']) expect(await found(keyword)).toEqual([])
  })
})

describe('GET /payments/status/:status', () => {
  it('T389 lists one status alone, with the right number of pages', async () => {
    for (const choice of ['pay', 'pay', 'refuse', 'refuse', 'refuse'] as const) await aPayment(choice)

    for (const status of ['completed', 'failed']) {
      const { data, meta } = await shop.get(`/payments/status/${status}?size=2`, admin)
      const all = (await shop.get('/payments?size=1000', admin)).data.filter(
        (payment: { status: string }) => payment.status === status,
      )

      expect(idsOf({ data })).toEqual(idsOf({ data: all }).slice(0, 2))
      expect(meta).toMatchObject({ size: 2, total: all.length, pageCount: Math.ceil(all.length / 2) })
    }
    expect(await shop.get('/payments/status/pending', admin)).toMatchObject({ status: 200 })
    expect(await shop.get('/payments/status/foo', admin)).toMatchObject({ status: 400 })
  })
})

describe('GET /payments/:id', () => {
  it('T390 B44 shows a payment to its customer and to admins; to others it does not exist', async () => {
    const { customer, payment } = await aPayment()
    const stranger = await shop.customer()
    const path = `/payments/${payment._id}`

    expect((await shop.get(path, customer)).data).toEqual(payment)
    const user = { _id: customer.id, name: { firstName: 'Asha', lastName: 'Rao' } }
    expect((await shop.get(path, admin)).data).toMatchObject({ ...payment, user, mode: 'test', problem: null })
    expect(await shop.get(path, stranger)).toMatchObject({ status: 404, message: 'Payment not found.' })
    expect(await shop.get(`/payments/${newId()}`, admin)).toMatchObject({ status: 404 })
    expect(await shop.get(path)).toMatchObject({ status: 401 })
  })
})

describe('C18 the user of an order or a payment', () => {
  const { anOrder, aPaidOrder } = buyersOf(shop)

  it('is for staff the customer with name, email and avatar, in orders and payments', async () => {
    const paid = await aPaidOrder()
    const { name, email } = (await shop.get('/users/current-user', paid.customer)).data
    const user = { _id: paid.customer.id, name, email, avatar: { url: null } }

    const { data: order } = await shop.get(`/orders/${paid.order}`, admin)
    expect([order.user, order.payments[0].user]).toEqual([user, user])
    const { avatar, ...customer } = user
    expect(order.customer).toEqual({ ...customer, isGuest: false })
    for (const list of ['/payments', '/payments/status/completed'])
      expect((await shop.get(`${list}?keyword=${paid.order}`, admin)).data).toMatchObject([{ user }])
    const shipped = await shop.call('PATCH', `/orders/${paid.order}/update`, { as: admin, body: { status: 'shipped' } })
    expect(shipped.data.user).toEqual(user)
  })

  it('is an id in lists of orders, and in all that customers are answered about their own', async () => {
    const { customer, order, payment } = await aPaidOrder()
    const reported = await pay(customer, await anOrder(customer))
    const cancelled = await shop.call('PATCH', `/orders/${await anOrder(customer)}/cancel`, { as: customer })
    const answers = await Promise.all([
      shop.get(`/orders/${order}`, customer),
      shop.get(`/orders/current-user/${order}`, customer),
      shop.get(`/payments/${payment}`, customer),
      reported,
      cancelled,
    ])
    const { data: own } = await shop.get('/orders/current-user', customer)
    const { data: forStaff } = await shop.get(`/orders?keyword=${order}`, admin)

    const shown = [...answers.map(({ data }) => data), ...own, ...forStaff]
    expect(shown.map(({ user }) => user)).toEqual(shown.map(() => customer.id))
  })
})
