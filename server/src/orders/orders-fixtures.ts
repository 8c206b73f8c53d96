import type { OrderInput } from '@mela/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Person, startShop } from '../../test/shop.ts'
import type { PricedVariant } from './quote.ts'

type Wanted = OrderInput['products'][number]

/** A product without options as an order sees it. */
export function pricedVariant(id: string, given: Partial<PricedVariant> = {}): PricedVariant {
  const named = { id, variant: id, name: 'Linen shirt', sku: null, options: {}, picture: null }
  return {
    ...named,
    weight: null,
    isGiftCard: false,
    taxClass: null,
    hsnCode: null,
    price: 10_000,
    onSale: false,
    salePrice: null,
    isActive: true,
    stock: 20,
    ...given,
  }
}

/** Shopper actions for tests of orders. */
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

    /** The stock, which must equal the ledger's sum. */
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

    cancel: (order: string, visitor?: Person) => shop.call('PATCH', `/orders/${order}/cancel`, { as: visitor }),

    update: (order: string, visitor: Person, body: object) =>
      shop.call('PATCH', `/orders/${order}/update`, { as: visitor, body }),

    /** Pending emails about an order. */
    async emailsAbout(id: string) {
      const { rows } = await sql<{ kind: string }>`
        select data->>'kind' as kind from pgboss.job where ${id} in (data->>'order', data->>'giftCard') order by created_on`.execute(
        shop.db,
      )
      return rows.map(({ kind }) => kind)
    },

    /** An order's ledger: one row for each product and reason. */
    ledgerOf: (order: string) =>
      shop.db
        .selectFrom('stock_ledger')
        .select(['product_id', 'delta', 'reason'])
        .where('order_id', '=', order)
        .orderBy('id')
        .execute(),

    ordersOf: async (customer: Person) => (await shop.get('/orders/current-user', customer)).data,
  }
}
