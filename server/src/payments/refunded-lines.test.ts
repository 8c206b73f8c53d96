import type { WayToPay } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { examine } from '../operate/checks.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { findInvoice, invoiceDocument } from '../orders/invoices/invoice-document.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { applyRefund } from './apply-refund.ts'
import { GatewayError, gatewaysOf } from './gateways/gateway.ts'
import { buyersOf } from './payments-fixtures.ts'
import { refundPart } from './refund-part.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add } = discountsOf(shop, admin)
const { aCode, balanceOf } = giftCardsOf(shop, admin)
const { buy, stockOf } = shoppersOf(shop)
const { orderOf, refundsOf, pay } = buyersOf(shop)
const { pay: payAtStripe } = buyersOf(shop, 'stripe')

const [SHIRTS, BOOK, DELIVERY] = [0, 1, null]

beforeAll(async () => {
  const on = { isOn: true, countries: [], currencies: [], from: null, to: null }
  const ways = (['paypal', 'stripe', 'transfer'] as const).map(way => ({ way, ...on }))
  const taxClasses = [{ name: 'Reduced', percent: 5, rates: [] }]
  const payments = { ways, accountHolder: 'Mela Ltd', iban: 'DE89370400440532013000' }
  expect(await shop.changeSettings({ money: { taxClasses }, payments })).toMatchObject({ status: 200 })
})

/**
 * Two shirts at 100.00 with 18% tax and a book at 50.00 with 5%, 10% off, and delivery: a shirt costs 106.20, the book
 * 47.25, delivery 80.00, the order 339.65.
 */
async function aPaidOrder(way: WayToPay = 'paypal', codes: string[] = []) {
  const customer = await shop.customer()
  const { data: discount } = await add()
  const shirt = (await shop.product({ name: 'Shirt', price_cents: 10_000 })).id
  const book = (await shop.product({ name: 'Book', price_cents: 5000, tax_class: 'Reduced' })).id
  const lines = [
    { product: shirt, quantity: 2 },
    { product: book, quantity: 1 },
  ]
  const isOffline = way === 'transfer'
  const { data } = await buy(customer, lines, { codes: [discount.code, ...codes], ...(isOffline && { gateway: way }) })
  expect(data).toMatchObject({ totalAmount: 339.65 })
  const order = data._id as string
  if (isOffline) await receive(data.payment._id, 339.65)
  else await (way === 'stripe' ? payAtStripe : pay)(customer, order)
  const { payment } = await orderOf(customer, order)
  return { customer, order, payment: payment._id as string, shirt }
}

const receive = (payment: string, amount: number) =>
  shop.post(`/payments/${payment}/receipts`, { amount, receivedOn: '2026-01-05' }, admin, {
    'idempotency-key': newId(),
  })

type Units = [line: number | null, quantity: number]
const refund = (order: string, units: Units[], given: object = {}, key: string = newId()) => {
  const lines = units.map(([line, quantity]) => ({ line, quantity }))
  return shop.post(`/orders/${order}/refunds`, { lines, ...given }, admin, { 'idempotency-key': key })
}

const refundableOf = async (order: string) => (await shop.get(`/orders/${order}`, admin)).data.refundable

const problems = async () => (await examine(shop.db)).filter(({ isFine }) => !isFine)

describe('a refund by lines', () => {
  it.each(['paypal', 'stripe', 'transfer'] as const)(
    'by %s returns what its units cost, and in the end all that was paid, and the order is refunded',
    async way => {
      const { customer, order, payment, shirt } = await aPaidOrder(way)

      expect(await refund(order, [[SHIRTS, 1]])).toMatchObject({ status: 201, data: { paymentAmount: 106.2 } })
      expect(await stockOf(shirt)).toBe(18)
      expect(await refundableOf(order)).toEqual({
        left: 233.45,
        lines: [
          { line: 0, quantity: 2, amount: 212.4, refunded: { quantity: 1, amount: 106.2 } },
          { line: 1, quantity: 1, amount: 47.25, refunded: { quantity: 0, amount: 0 } },
          { line: null, quantity: 1, amount: 80, refunded: { quantity: 0, amount: 0 } },
        ],
      })
      expect((await refund(order, [[BOOK, 1]])).data.paymentAmount).toBe(47.25)
      const last: Units[] = [
        [SHIRTS, 1],
        [DELIVERY, 1],
      ]
      expect((await refund(order, last)).data.paymentAmount).toBe(186.2)

      expect((await refundsOf(payment)).map(({ amount_cents }) => amount_cents)).toEqual([10_620, 4725, 18_620])
      expect(await orderOf(customer, order)).toMatchObject({ status: 'refunded', amountRefunded: 339.65 })
      expect(await stockOf(shirt)).toBe(20)
      expect(await refundableOf(order)).toBeUndefined()
      expect(await problems()).toEqual([])
    },
  )

  it('refunds no unit twice, also from two tabs at once, and a repeat of one click once', async () => {
    const { order, payment } = await aPaidOrder()

    const tabs = await Promise.all([refund(order, [[BOOK, 1]]), refund(order, [[BOOK, 1]])])
    const clicks = await Promise.all([1, 2].map(() => refund(order, [[SHIRTS, 2]], {}, 'one click')))
    const other = await refund(order, [[SHIRTS, 1]], {}, 'one click')

    expect(tabs.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(clicks.map(({ data }) => data.paymentAmount)).toEqual([212.4, 212.4])
    expect(other).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect((await refund(order, [[SHIRTS, 1]])).code).toBe('already_refunded')
    expect((await refundsOf(payment)).map(({ amount_cents }) => amount_cents)).toEqual([4725, 21_240])
  })

  it('returns no more than refunds by amount have left, and nothing when staff saw another amount', async () => {
    const { order } = await aPaidOrder()
    await shop.post(`/orders/${order}/refunds`, { amount: 300 }, admin)

    const unseen = await refund(order, [[SHIRTS, 1]], { amount: 106.2 })
    const rest = await refund(order, [[SHIRTS, 1]], { amount: 39.65 })

    expect(unseen).toMatchObject({ status: 409, message: 'Of what you chose, $39.65 can be refunded now.' })
    expect(rest.data).toEqual({ giftCardAmount: 0, paymentAmount: 39.65 })
    expect(await problems()).toEqual([])
  })

  it('is refused for lines that the order does not have, for too many units and for one line twice', async () => {
    const { order } = await aPaidOrder()

    expect(await refund(order, [[2, 1]])).toMatchObject({ status: 404 })
    expect(await refund(order, [[SHIRTS, 3]])).toMatchObject({ status: 409 })
    for (const units of [[[SHIRTS, 0]], [[SHIRTS, 0.5]], [], Array(2).fill([BOOK, 1])] as Units[][])
      expect(await refund(order, units)).toMatchObject({ status: 400 })
  })

  it('opens its units again when the provider refuses it, without what gift cards got, and warns of sending the order', async () => {
    const { card, code } = await aCode(100)
    const { order } = await aPaidOrder('paypal', [code])
    const refuse = async () => {
      throw new GatewayError('rejected', 'REFUND_NOT_PERMITTED')
    }
    const refused = refundPart(shop.db, gatewaysOf({ ...shop.gateway, refund: refuse }), {
      ...{ orderId: order, lines: [{ line: SHIRTS, quantity: 1 }], actorId: admin.id },
    })

    await expect(refused).rejects.toThrow('REFUND_NOT_PERMITTED')
    expect(await balanceOf(card)).toBe(10_000)
    const { actions, refundable } = (await shop.get(`/orders/${order}`, admin)).data
    const warning = expect.stringMatching(/^\$100\.00 is back on its gift cards, and the refund of its payment failed/)
    const shipped = expect.objectContaining({ status: 'shipped', effect: warning })
    expect(actions).toMatchObject({ sendWarning: warning, statuses: expect.arrayContaining([shipped]) })
    expect(refundable.lines[0].refunded).toEqual({ quantity: 0, amount: 100 })
    expect((await refund(order, [[SHIRTS, 1]])).data).toEqual({ giftCardAmount: 0, paymentAmount: 6.2 })
    expect(await problems()).toEqual([])
  })
})

describe('the credit notes of a refund by lines', () => {
  const notesOf = async (customer: Person, order: string) => {
    const shown = await orderOf(customer, order)
    const notes = shown.invoices.slice(1)
    return Promise.all(
      notes.map(async ({ _id }: { _id: string }) => {
        const row = await findInvoice(shop.db, _id)
        const document = row && invoiceDocument(row, shown)
        return {
          lines: document?.lines.map(({ name, quantity, amount }) => [name, quantity, amount]),
          taxes: document?.taxes.map(({ label, net, tax }) => [label, net, tax]),
        }
      }),
    )
  }

  it('credit no tax with a gift card that was bought with taxed goods', async () => {
    const [shirt, card] = [await shop.product({ price_cents: 10_000 }), await shop.product({ is_gift_card: true })]
    const customer = await shop.customer()
    const { data } = await buy(customer, [
      { product: shirt.id, quantity: 1 },
      { product: card.id, quantity: 1 },
    ])
    await pay(customer, data._id)

    expect(await refund(data._id, [[1, 1]])).toMatchObject({ status: 201, data: { paymentAmount: 100 } })

    expect(await notesOf(customer, data._id)).toMatchObject([{ taxes: [['Without tax', '$100.00', '$0.00']] }])
  })

  it('name the lines, and credit the tax at their rates; those of a split refund are each of its part', async () => {
    const { code } = await aCode(100)
    const { customer, order } = await aPaidOrder('paypal', [code])
    const units: Units[] = [
      [BOOK, 1],
      [SHIRTS, 1],
    ]

    expect((await refund(order, units)).data).toEqual({ giftCardAmount: 100, paymentAmount: 53.45 })
    await shop.post(`/orders/${order}/refunds`, { amount: 50 }, admin)
    await refund(order, [
      [SHIRTS, 1],
      [DELIVERY, 1],
    ])

    const [byCard, byProvider, byAmount, last] = await notesOf(customer, order)
    expect(byCard).toEqual({
      lines: [
        ['Book', '1', '$47.25'],
        ['Shirt', 'part', '$52.75'],
      ],
      taxes: [
        ['Tax (18% GST)', '$44.70', '$8.05'],
        ['Tax (5% GST)', '$45.00', '$2.25'],
      ],
    })
    expect(byProvider).toEqual({ lines: [['Shirt', '1', '$53.45']], taxes: [['Tax (18% GST)', '$45.30', '$8.15']] })
    expect(byAmount?.lines).toEqual([])
    expect(byAmount?.taxes.map(([label]: string[]) => label)).toEqual(['Tax (18% GST)', 'Without tax'])
    expect(last?.lines.map(([name]: string[]) => name)).toEqual(['Shirt', 'Delivery'])
  })

  it('that the bank sends back are charged again, and its repeat has the same lines and taxes, also after one by amount', async () => {
    const { customer, order, payment } = await aPaidOrder()
    await refund(order, [[BOOK, 1]])
    await shop.post(`/orders/${order}/refunds`, { amount: 100 }, admin)
    const before = await notesOf(customer, order)
    const [done] = await refundsOf(payment)
    const known = await shop.gateway.retrieveRefund(done?.provider_refund_id ?? '')
    if (!known) throw new Error('The provider does not know the refund.')

    for (const _ of [1, 2]) await applyRefund(shop.db, shop.gateway, { ...known, state: 'failed' })
    await refund(order, [[BOOK, 1]])

    const [book, part] = before
    expect(await notesOf(customer, order)).toEqual([book, part, book, book])
    expect((await orderOf(customer, order)).invoices.slice(1)).toMatchObject([
      { kind: 'credit-note', amount: 47.25 },
      { kind: 'credit-note', amount: 100 },
      { kind: 'invoice', amount: 47.25 },
      { kind: 'credit-note', amount: 47.25 },
    ])
    expect(await problems()).toEqual([])
  })
})
