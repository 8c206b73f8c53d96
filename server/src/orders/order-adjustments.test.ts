import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'

const shop = startShop()

it('an adjustment without its line, or of the wrong sign, is refused by the database', async () => {
  const { order: order_id } = await buyersOf(shop).anOpenOrder()
  const discount = { order_id, position: 9, kind: 'order-discount', label: 'Welcome' } as const
  const insert = (line: number, amount_cents: number) =>
    shop.db
      .insertInto('order_adjustments')
      .values({ ...discount, line, amount_cents })
      .execute()

  await expect(insert(7, -1)).rejects.toThrow('order_adjustments_line_fkey')
  await expect(insert(0, 1)).rejects.toThrow('order_adjustments_sign')
})
