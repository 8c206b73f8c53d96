import type { OrderInput } from '@mela/contract'
import { expect } from 'vitest'
import type { Person, startShop } from '../../test/shop.ts'

type Wanted = { product: string; quantity: number; price?: number }

/** What shoppers do in the tests of orders. */
export function shoppersOf(shop: ReturnType<typeof startShop>) {
  const anOrder = (products: Wanted[], given: Partial<OrderInput> = {}) => ({
    products,
    shippingAddress: shop.anAddress(),
    ...given,
  })

  return {
    anOrder,

    buy: (customer: Person, products: Wanted[], given?: Partial<OrderInput>) =>
      shop.post('/orders', anOrder(products, given), customer),

    /** What is left, which must be what the ledger sums up to. */
    async stockOf(productId: string) {
      const { quantity } = await shop.db
        .selectFrom('stock')
        .select('quantity')
        .where('product_id', '=', productId)
        .executeTakeFirstOrThrow()
      const { ledger } = await shop.db
        .selectFrom('stock_ledger')
        .select(row => row.fn.sum<number>('delta').as('ledger'))
        .where('product_id', '=', productId)
        .executeTakeFirstOrThrow()
      expect(Number(ledger)).toBe(quantity)
      return quantity
    },

    ordersOf: async (customer: Person) => (await shop.get('/orders/current-user', customer)).data,
  }
}
