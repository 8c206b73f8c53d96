import type { Order } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { examine } from '../../operate/checks.ts'
import { applyRefund } from '../../payments/apply-refund.ts'
import { reconcileLatePayment } from '../../payments/capture-payment.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { refreshDisputes } from '../../payments/refresh-disputes.ts'
import { bellOf } from '../../payments/webhooks-fixtures.ts'
import { giftCardsOf } from '../gift-cards/gift-cards-fixtures.ts'
import { findInvoice, invoiceDocument } from './invoice-document.ts'

const shop = startShop()
const { aPaidOrder, orderOf, pay, paymentsOf } = buyersOf(shop)
const { caught, deliverAll, ring, work } = bellOf(shop)

const admin = shop.anAdmin()
const { aCode, place } = giftCardsOf(shop, admin)

type Paid = Awaited<ReturnType<typeof aPaidOrder>>
type Happening = Parameters<typeof shop.emulator.trigger>[0]

async function happen(...happenings: Happening[]) {
  for (const happening of happenings) shop.emulator.trigger(happening)
  await deliverAll()
}
const captureOf = async ({ order }: Paid) => (await paymentsOf(order))[0]?.transaction_id ?? ''
const reverse = async (paid: Paid) => happen({ what: 'capture-reversed', id: await captureOf(paid) })

/** The provider's id of a dispute about all of the payment. */
async function dispute(paid: Paid): Promise<string> {
  await happen({ what: 'dispute-opened', id: await captureOf(paid) })
  return (await shop.get(`/disputes?keyword=${paid.order}`, admin)).data[0].disputeId
}
const resolve = (id: string, outcome: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'CANCELED_BY_BUYER') =>
  happen({ what: 'dispute-resolved', id, outcome })

const issuedOf = async ({ customer, order }: Paid) =>
  ((await orderOf(customer, order)) as Order).invoices.map(({ kind, amount }) => [kind, amount])

/** The documents as they would be printed. */
async function documentsOf({ customer, order }: Paid) {
  const read: Order = await orderOf(customer, order)
  return Promise.all(
    read.invoices.map(async ({ _id }) => {
      const row = await findInvoice(shop.db, _id)
      if (!row) throw new Error('There is no such invoice.')
      return invoiceDocument(row, read)
    }),
  )
}

const complaints = async () => (await examine(shop.db)).flatMap(({ isFine, lines }) => (isFine ? [] : lines))

/** Made at the provider itself. */
const refund = async (paid: Paid, cents: number) =>
  applyRefund(shop.db, shop.gateway, {
    ...{ id: `R-${paid.payment}`, chargeId: await captureOf(paid), state: 'completed' },
    amount: { cents, currency: 'USD' },
  })

describe('a chargeback', () => {
  it('that the bank makes without a dispute has a credit note over the payment, once', async () => {
    const paid = await aPaidOrder()

    shop.emulator.trigger({ what: 'capture-reversed', id: await captureOf(paid) })
    for (const event of await caught()) await Promise.all([ring(event), ring(event)])
    await work()
    await reconcileLatePayment(shop.db, shop.gateway, await captureOf(paid))

    expect(await issuedOf(paid)).toEqual([
      ['invoice', 198],
      ['credit-note', 198],
    ])
    const [invoice, note] = await documentsOf(paid)
    expect(note?.facts).toContainEqual(['Corrects invoice', invoice?.number])
    expect(note?.totals).toMatchObject([{ label: 'Taken back by the bank' }])
    expect(note?.taxes).toEqual(invoice?.taxes)
  })

  // PayPal refunds a buyer who wins.
  it.each(['RESOLVED_BUYER_FAVOUR', 'CANCELED_BY_BUYER'] as const)(
    'that is disputed has one credit note, once the dispute ends as %s',
    async outcome => {
      const paid = await aPaidOrder()
      const id = await dispute(paid)
      await reverse(paid)
      expect(await issuedOf(paid)).toEqual([['invoice', 198]])

      await resolve(id, outcome)

      expect(await issuedOf(paid)).toEqual([
        ['invoice', 198],
        ['credit-note', 198],
      ])
    },
  )

  it('has none when the shop wins the dispute about it', async () => {
    const paid = await aPaidOrder()
    const id = await dispute(paid)
    await reverse(paid)

    await resolve(id, 'RESOLVED_SELLER_FAVOUR')

    expect(await issuedOf(paid)).toEqual([['invoice', 198]])
  })

  it('beside a gift card is credited with what the bank took of the payment, also when that is refunded later', async () => {
    const customer = await shop.customer()
    const order = (await place(customer, [(await aCode(50)).code])).data._id
    const paid = { customer, order, payment: (await pay(customer, order)).data._id, product: '' }
    await happen({ what: 'capture-refunded', id: await captureOf(paid), amount: '20.00' })

    await reverse(paid)
    await refund(paid, 12_800)

    expect(await issuedOf(paid)).toEqual([
      ['invoice', 198],
      ['credit-note', 20],
      ['credit-note', 128],
    ])
  })

  it('that is charged again leaves the credit of a refund that was recorded before the shop has won', async () => {
    const paid = await aPaidOrder()
    await reverse(paid)
    await refund(paid, 2000)

    await resolve(await dispute(paid), 'RESOLVED_SELLER_FAVOUR')

    expect(await issuedOf(paid)).toEqual([
      ['invoice', 198],
      ['credit-note', 198],
      ['invoice', 198],
      ['credit-note', 20],
    ])
    expect(await complaints()).toEqual([])
  })

  it('that was credited before its dispute was known is charged again when the shop wins, and can be refunded', async () => {
    const paid = await aPaidOrder()
    await shop.post(`/payments/${paid.payment}/refunds`, { amount: 50 }, admin)
    await reverse(paid)

    await resolve(await dispute(paid), 'RESOLVED_SELLER_FAVOUR')
    await refreshDisputes(shop.db, shop.gateway)
    await refund(paid, 14_800)

    expect(await issuedOf(paid)).toEqual([
      ['invoice', 198],
      ['credit-note', 50],
      ['credit-note', 148],
      ['invoice', 148],
      ['credit-note', 148],
    ])
    const [, , taken, again, refunded] = await documentsOf(paid)
    expect(again?.facts).toContainEqual(['Corrects credit note', taken?.number])
    expect(again?.totals).toMatchObject([{ label: 'Charged again' }])
    expect(again?.taxes).toEqual(taken?.taxes)
    expect(refunded?.taxes).toEqual(taken?.taxes)
  })
})

it('chargebacks at once leave no gap in the series, and no more is credited than was charged', async () => {
  const paid = await Promise.all(Array.from({ length: 6 }, () => aPaidOrder()))
  for (const one of paid) shop.emulator.trigger({ what: 'capture-reversed', id: await captureOf(one) })
  const events = await caught()

  await Promise.all(events.flatMap(event => [ring(event), ring(event)]))
  await Promise.all([work(), work(), work()])

  for (const one of paid) expect(await issuedOf(one)).toContainEqual(['credit-note', 198])
  expect(await complaints()).toEqual([])
})
