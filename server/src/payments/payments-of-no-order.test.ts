import { paymentProblems } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { approve } from '../../test/approve.ts'
import { ANOTHER_ACCOUNT, paypalBrowser, usd } from '../../test/paypal-browser.ts'
import { startShop } from '../../test/shop.ts'
import { buyersOf } from './payments-fixtures.ts'
import { bellOf } from './webhooks-fixtures.ts'

const shop = startShop()
const bell = bellOf(shop)
const { anOpenOrder, orderOf, refundsOf, report } = buyersOf(shop)
const browser = () => paypalBrowser(shop.emulator)

const admin = shop.anAdmin()

describe('C20 a payment that names no order of the shop', () => {
  const sale = (given: object = {}) => ({ amount: usd('12.34'), ...given })

  async function aSale(unit: object) {
    const { id, approveUrl } = await browser().open(unit)
    await approve(approveUrl)
    return { id, capture: await browser().capture(id) }
  }

  it.each([
    ['no reference', sale()],
    ['a reference of another program', sale({ custom_id: 'INVOICE-7' })],
    ['the id of an order that is not there', sale({ custom_id: 'f'.repeat(24) })],
  ])('is refused and listed for staff with %s, and never refunded by itself', async (_what, unit) => {
    const { customer, order } = await anOpenOrder()
    const { capture } = await aSale(unit)

    const answers = [await report(customer, order, capture), await report(customer, order, capture)]

    for (const answer of answers) expect(answer).toMatchObject({ status: 409, code: 'payment_of_other_order' })
    expect(await orderOf(customer, order)).toMatchObject({ status: 'pending', payment: null })
    const { data } = await shop.get(`/payments?keyword=${capture}`, admin)
    expect(data).toMatchObject([
      {
        transactionId: capture,
        status: 'failed',
        amount: 12.34,
        currency: 'USD',
        problem: paymentProblems.unknownOrder,
      },
    ])
    expect(data[0]).toMatchObject({ order: null, orderNumber: null, user: null, customer: null })
    expect(await refundsOf(data[0]._id)).toEqual([])
    expect(await shop.get(`/payments/${data[0]._id}`, admin)).toMatchObject({ status: 200, data: { order: null } })
    expect(await shop.get(`/payments/${data[0]._id}`, customer)).toMatchObject({ status: 404 })
    const refund = await shop.post(`/payments/${data[0]._id}/refunds`, {}, admin)
    expect(refund).toMatchObject({ status: 409, code: 'nothing_to_refund' })
  })

  it('is listed when its event arrives, with what has gone back since', async () => {
    const { capture } = await aSale(sale())
    const ring = async () => {
      for (const event of await bell.caught()) await bell.ring(event)
      while ((await bell.work()) > 0);
    }
    await ring()
    shop.emulator.trigger({ what: 'capture-refunded', id: capture, amount: '2.34' })
    await ring()

    const { data } = await shop.get(`/payments/status/failed?keyword=${capture}`, admin)

    expect(data).toMatchObject([{ amount: 12.34, refundedAmount: 2.34, order: null }])
  })

  it('is not listed when another account received it', async () => {
    const { customer, order } = await anOpenOrder()
    const { capture } = await aSale(sale({ payee: ANOTHER_ACCOUNT }))

    expect(await report(customer, order, capture)).toMatchObject({ status: 409, code: 'payment_of_other_order' })
    expect((await shop.get(`/payments?keyword=${capture}`, admin)).data).toEqual([])
  })
})
