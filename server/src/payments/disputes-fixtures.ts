import type { startShop } from '../../test/shop.ts'
import { buyersOf } from './payments-fixtures.ts'
import { bellOf } from './webhooks-fixtures.ts'

export function disputesOf(shop: ReturnType<typeof startShop>) {
  const { aPaidOrder, paymentsOf } = buyersOf(shop)
  const { caught, ring, work } = bellOf(shop)

  /** The buyer opens a dispute at PayPal, and its webhook arrives. */
  async function aDispute() {
    const paid = await aPaidOrder()
    const capture = (await paymentsOf(paid.order))[0]?.transaction_id ?? ''
    shop.emulator.trigger({ what: 'dispute-opened', id: capture })
    for (const created of await caught('dispute created')) await ring(created)
    await work()
    const admin = await shop.admin()
    const { data } = await shop.get(`/disputes?keyword=${paid.order}`, admin)
    return { ...paid, admin, dispute: data[0] }
  }

  return { aDispute, caught, ring, work }
}
