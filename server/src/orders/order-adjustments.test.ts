import { discountsOf, orderTotals, SHOP_PRICING } from '@mela/contract'
import { expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { examine } from '../operate/checks.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { pricedVariant } from './orders-fixtures.ts'
import { insertOrder, takeStock } from './place-order.ts'
import type { OrderedLine } from './quote.ts'

const shop = startShop()
const { orderOf, pay } = buyersOf(shop)

/** Two kurtas at 100 and three at 33.33, with 10% off everything, a product at half price and free shipping. */
async function aDiscountedOrder(customer: Person) {
  const lines: OrderedLine[] = []
  for (const [price_cents, quantity] of [
    [10_000, 2],
    [3333, 3],
  ] as const) {
    const { id, name } = await shop.product({ price_cents })
    lines.push({ product: pricedVariant(id, { name, price: price_cents }), quantity })
  }
  const totals = orderTotals(lines, {
    ...SHOP_PRICING,
    discount: discountsOf([
      { kind: 'order-discount', label: 'Welcome', source: 'WELCOME10', off: { percent: 10 } },
      { kind: 'product-discount', label: 'Half price', off: { percent: 50 }, line: 0 },
      { kind: 'shipping-discount', label: 'Free shipping', off: { percent: 100 } },
    ]),
  })
  const order = {
    id: newId(),
    userId: customer.id,
    shippingAddress: shop.anAddress(),
    lines,
    totals,
    currency: 'USD',
    pricing: SHOP_PRICING,
    ttlSeconds: 600,
  }
  await shop.db.transaction().execute(async db => {
    await insertOrder(db, order)
    await takeStock(db, order.id, lines)
  })
  return order.id
}

it('an order with discounts answers each of them, is paid at the provider, and fits its rows', async () => {
  const customer = await shop.customer()
  const order = await aDiscountedOrder(customer)

  expect(await orderOf(customer, order)).toMatchObject({
    subTotal: 179.99,
    savedAmount: 0,
    shippingAmount: 0,
    taxAmount: 32.4,
    totalAmount: 212.39,
    adjustments: [
      { kind: 'product-discount', label: 'Half price', amount: -100 },
      { kind: 'order-discount', label: 'Welcome', amount: -10 },
      { kind: 'order-discount', label: 'Welcome', amount: -10 },
      { kind: 'shipping', label: 'Shipping', amount: 80 },
      { kind: 'shipping-discount', label: 'Free shipping', amount: -80 },
      { kind: 'tax', label: 'Tax (18% GST)', amount: 32.4 },
    ],
  })

  await pay(customer, order)

  expect(await orderOf(customer, order)).toMatchObject({ status: 'processing', amountPaid: 212.39 })
  expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
})

it('an adjustment without its line, or of the wrong sign, is refused by the database', async () => {
  const order = await aDiscountedOrder(await shop.customer())
  const insert = (line: number | null, amount_cents: number) =>
    shop.db
      .insertInto('order_adjustments')
      .values({
        order_id: order,
        position: 9,
        line,
        kind: 'order-discount',
        label: 'Welcome',
        amount_cents,
        source: null,
      })
      .execute()

  await expect(insert(7, -1)).rejects.toThrow('order_adjustments_line_fkey')
  await expect(insert(0, 1)).rejects.toThrow('order_adjustments_sign')
})
