import type { Order } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { approve } from '../../test/approve.ts'
import { startShop } from '../../test/shop.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { runPaymentRound } from '../payments/run-payment-round.ts'
import { startMailServer } from './notifications-fixtures.ts'
import { orderLines } from './order-lines.ts'

const shop = startShop()
const office = startMailServer(shop)
const { cancel } = shoppersOf(shop)
const { anOrder, pay, start, report } = buyersOf(shop)
const atStripe = buyersOf(shop, 'stripe')

async function aReader() {
  const email = `${crypto.randomUUID()}@example.com`
  const customer = await shop.signIn((await shop.user({ email })).id)
  const order = await anOrder(customer)
  const about = async (subject: string) => {
    await office.allSent()
    return office.emailsTo(email).filter(sent => sent.subject?.includes(subject))
  }
  return { customer, order, about }
}

const CANCELLED = 'was cancelled'
const REFUNDED = 'is on its way back'

describe('amounts in emails', () => {
  it('B19 a cancelled order: the pending refund, and then that it was sent', async () => {
    const { customer, order, about } = await aReader()
    await pay(customer, order)

    await cancel(order, customer)

    const [cancelled, refunded] = [await about(CANCELLED), await about(REFUNDED)]
    expect(cancelled).toHaveLength(1)
    expect(cancelled[0]?.text).toContain('The $198.00 that you paid goes back the way it came.')
    expect(refunded).toHaveLength(1)
    expect(refunded[0]?.text).toContain('We sent $198.00 back the way it came.')
  })

  it('B19 a cancelled order after a partial refund: the rest, and one email for each refund', async () => {
    const { customer, order, about } = await aReader()
    const { data } = await pay(customer, order)
    await shop.post(`/payments/${data._id}/refunds`, { amount: 50 }, await shop.admin())
    const [first] = await about(REFUNDED)

    await cancel(order, customer)

    expect(first?.text).toContain('We sent $50.00 back the way it came. In all, $50.00 of the $198.00')
    const [cancelled] = await about(CANCELLED)
    expect(cancelled?.text).toContain('Of the $198.00 that you paid, the remaining $148.00 goes back the way it came')
    const refunded = await about(REFUNDED)
    expect(refunded).toHaveLength(2)
    expect(refunded[1]?.text).toContain('We sent $148.00 back the way it came. In all, $198.00 of the $198.00')
  })

  it('B19 a cancelled order whose payment is disputed, after a try elsewhere: no refund now, and PayPal decides', async () => {
    const { customer, order, about } = await aReader()
    await atStripe.pay(customer, order, 'refuse')
    const { data } = await pay(customer, order)
    await shop.db.updateTable('payments').set({ disputed: true }).where('id', '=', data._id).execute()

    await cancel(order, customer)

    const [cancelled] = await about(CANCELLED)
    expect(cancelled?.text).toContain('No money goes back now: a case about the payment was opened at PayPal')
    expect(cancelled?.text).not.toMatch(/the way it came|on its way back/)
    expect(await about(REFUNDED)).toEqual([])
  })

  it('B19 a cancelled order whose payment is pending: an immediate refund on arrival', async () => {
    const { customer, order, about } = await aReader()
    await pay(customer, order, 'echeck')

    await cancel(order, customer)

    const [cancelled] = await about(CANCELLED)
    expect(cancelled?.text).toContain('should it still arrive, it goes straight back')
    expect(await about(REFUNDED)).toEqual([])
  })

  it('B19 an order that was paid twice: the second payment goes back, and the order stays', async () => {
    const { customer, order, about } = await aReader()
    const window = (await start(customer, order)).data
    const tab = (await atStripe.start(customer, order)).data
    await approve(window.approveUrl, 'pay')
    await report(customer, order, window.orderId)
    await approve(tab.approveUrl, 'pay')
    await atStripe.report(customer, order, tab.orderId)
    await shop.db.updateTable('refunds').set({ next_try_at: new Date() }).execute()
    await runPaymentRound(shop.db, shop.gateways, { warn: () => {} })

    const [refunded] = await about(REFUNDED)
    expect(refunded?.subject).toMatch(/^A second payment/)
    expect(refunded?.text).toContain('because your order was paid twice. The order stays as it is.')
  })
})

describe('the table of an order', () => {
  const LINE = {
    product: { _id: 'a'.repeat(24), name: 'Linen tee', thumbnail: null },
    price: 20,
    quantity: 2,
    sku: null,
    options: {},
  }

  it.each([
    ['all of them', [LINE], { images: 0, cells: 0 }],
    [
      'one of them',
      [LINE, { ...LINE, product: { ...LINE.product, thumbnail: { url: '/media/a.jpg' } } }],
      { images: 1, cells: 2 },
    ],
  ])('B139 products without a picture, %s, have no square in emails', (_, products, { images, cells }) => {
    const order = {
      ...{ products, subTotal: 40, savedAmount: 0, shippingAmount: 0, taxAmount: 0, totalAmount: 40 },
      ...{ currency: 'USD', adjustments: [] },
    } as unknown as Order

    const { html, text } = orderLines(order, 'https://shop.mela.test')

    const { source } = html
    expect(source.match(/<img/g) ?? []).toHaveLength(images)
    expect(source.match(/<td[^>]*width="64"/g) ?? []).toHaveLength(cells)
    expect(source).not.toContain('<div')
    expect(text).toContain('2 x Linen tee: $40.00')
  })
})
