import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { newId } from '../platform/database/ids.ts'
import { releaseStock } from './move-order.ts'
import { takeStock } from './place-order.ts'
import { lockVariants } from './priced-variants.ts'
import { priceLines, type WantedLine } from './quote.ts'

const shop = startShop()

const wantedOf = (product: string, variant: string): WantedLine => ({
  product,
  variant,
  quantity: 1,
  shown: [],
  gifts: [],
})

/** Takes the stock of an order's lines, in a transaction that is not repeated. */
const take = (wanted: WantedLine[], order = newId()) =>
  shop.db.transaction().execute(async db => {
    await takeStock(db, order, priceLines(wanted, await lockVariants(db, wanted)))
  })

const release = (order: string) => shop.db.transaction().execute(db => releaseStock(db, order))

/** Products in sizes of their own stock. The ids of all sizes but the first are in the opposite order of the products. */
async function inSizes(count: number, stocks: Record<string, number>) {
  const ids: string[] = []
  while (ids.length < count) ids.push((await shop.product({ stock: 0 })).id)
  const shirts = []
  for (const id of ids.toReversed()) shirts.unshift({ id, of: await shop.sizes(id, stocks) })
  return shirts
}

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
    const { small, medium, middle } = await threeShirts()

    await meetingAt(middle, [() => take(small), () => take(medium)])
  })

  it('when they give back the first units of different sizes of the same products', async () => {
    const { small, medium, middle } = await threeShirts()
    const [one, other] = [newId(), newId()]
    await take(small, one)
    await take(medium, other)

    await meetingAt(middle, [() => release(one), () => release(other)])
  })
})

/** The lines of two orders, each of one unit in stock: of the same products in opposite order, and in different sizes. */
async function threeShirts() {
  const shirts = await inSizes(3, { S: 1, M: 1 })
  return {
    small: shirts.map(({ id, of }) => wantedOf(id, of.S ?? '')),
    medium: shirts.map(({ id, of }) => wantedOf(id, of.M ?? '')).reverse(),
    middle: shirts[1]?.id ?? '',
  }
}

/** Starts all works while this product's row of the index is locked: each waits there with the rows it has locked. */
async function meetingAt(product: string, works: (() => Promise<unknown>)[]) {
  const begun = await shop.db.transaction().execute(async db => {
    await db.selectFrom('product_index').select('product_id').where('product_id', '=', product).forUpdate().execute()
    const begun = works.map(work => work())
    await untilWaiting(shop.db, works.length)
    return begun
  })
  await Promise.all(begun)
}
