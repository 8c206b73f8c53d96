import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../database/ids.ts'
import { lockVariants, releaseStock, takeStock } from './order-stock.repository.ts'
import { priceLines, type WantedLine } from './priced-lines.ts'

const shop = startShop()

const wantedOf = (product: string, variant: string): WantedLine => ({ product, variant, quantity: 1, shown: [] })

/** Takes the stock of an order's lines, in a transaction that is not repeated. */
const take = (wanted: WantedLine[], order = newId()) =>
  shop.db.transaction().execute(async db => {
    await takeStock(db, order, priceLines(wanted, await lockVariants(db, wanted)))
  })

const release = (order: string) => shop.db.transaction().execute(db => releaseStock(db, order))

/** Products in sizes of their own stock. */
const inSizes = (count: number, stocks: Record<string, number>) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = await shop.product({ stock: 0 })
      return { id, of: await shop.sizes(id, stocks) }
    }),
  )

/** PostgreSQL ends one of two transactions that wait for each other, and placing an order would then be repeated. */
describe('orders of the same rows do not wait for each other in a circle', () => {
  it('when they name variants in different orders', async () => {
    const shirts = await inSizes(2, { S: 40, M: 40, L: 40 })
    const lines = shirts.flatMap(({ id, of }) => Object.values(of).map(variant => wantedOf(id, variant)))

    await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const turned = [...lines.slice(n % lines.length), ...lines.slice(0, n % lines.length)]
        return take(n % 2 ? turned : turned.reverse())
      }),
    )

    const stocks = await shop.db
      .selectFrom('stock')
      .select('quantity')
      .where('product_id', '=', shirts[0]?.id ?? '')
      .execute()
    expect(stocks.map(({ quantity }) => quantity)).toEqual([10, 10, 10])
  })

  it('when they take the last units of different sizes of the same products', async () => {
    for (let time = 0; time < 8; time++) {
      const shirts = await inSizes(4, { S: 1, M: 1 })
      const small = shirts.map(({ id, of }) => wantedOf(id, of.S ?? ''))
      const medium = shirts.map(({ id, of }) => wantedOf(id, of.M ?? '')).reverse()

      await Promise.all([take(small), take(medium)])
    }
  })

  it('when they give back the first units of different sizes of the same products', async () => {
    for (let time = 0; time < 8; time++) {
      const shirts = await inSizes(4, { S: 1, M: 1 })
      const orders = [newId(), newId()] as const
      await take(
        shirts.map(({ id, of }) => wantedOf(id, of.S ?? '')),
        orders[0],
      )
      await take(shirts.map(({ id, of }) => wantedOf(id, of.M ?? '')).reverse(), orders[1])

      await Promise.all(orders.map(release))
    }
  })
})
