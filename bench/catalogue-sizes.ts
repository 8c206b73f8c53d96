import { type FurnishedShop, openFurnishedShop } from './fixtures/furnished-shop.ts'
import type { Result } from './fixtures/open-shop.ts'
import { orderRate } from './orders/order-rate.ts'
import { viewFirst } from './pages/first-views.ts'

const SIZES = [1000, 10_000, 100_000]
const PAGES = 500
const CLIENTS = 16
/** The lowest allowed rate of orders, as a share of the rate in the smallest shop. */
const LIMIT = 0.8

/** Measures first views of pages and orders in catalogues of growing size; a product has four variants. */
export async function catalogueSizes(): Promise<Result[]> {
  const results: Result[] = []
  let smallest = 0
  for (const size of SIZES) {
    const shop = await openFurnishedShop(size)
    try {
      results.push(...(await viewFirst(shop, Math.min(PAGES, size / 2))))
      const { perSecond, cpu } = await ordersIn(shop)
      smallest ||= perSecond
      const ratio = perSecond / smallest
      results.push({
        name: `orders of two products by ${CLIENTS} clients among ${size} products of four variants`,
        figure: `${perSecond.toFixed(0)} a second, ${cpu.toFixed(1)} ms of CPU each, ${ratio.toFixed(2)}x of ${SIZES[0]}`,
        limit: `${LIMIT}x`,
        holds: ratio >= LIMIT,
      })
    } finally {
      await shop.close()
    }
  }
  return results
}

const ordersIn = (shop: FurnishedShop) => orderRate(shop, shop.ids, CLIENTS, 6)
