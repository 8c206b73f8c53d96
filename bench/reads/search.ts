import { insertManyProducts } from '../fixtures/many-products.ts'
import type { Result } from '../fixtures/open-shop.ts'
import { searchMix } from '../fixtures/search-mix.ts'
import { timeCalls, withEmptyShop } from '../fixtures/time-calls.ts'

const PRODUCTS = 100_000

/** Times searches among 100,000 products through the real app, one after the other, on a database of their own. */
export const search = (): Promise<Result[]> =>
  withEmptyShop(async connection => {
    const { words } = await insertManyProducts(connection, PRODUCTS)
    const mix = await searchMix(connection, { words, products: PRODUCTS })
    return timeCalls(connection.db, mix)
  })
