import { cpuTimeOf } from './fixtures/cpu-time.ts'
import { openFurnishedShop } from './fixtures/furnished-shop.ts'
import type { Result } from './fixtures/open-shop.ts'
import { percentile, visit } from './fixtures/visits.ts'
import { orderRate } from './orders/order-rate.ts'

const PRODUCTS = 10_000
const CLIENTS = [1, 4, 16, 64]
const EACH = 600

/** Rate and latency of pages, calls and orders with a growing number of clients. No answer is cached. */
export async function concurrency(): Promise<Result[]> {
  const shop = await openFurnishedShop(PRODUCTS)
  const cpu = () => cpuTimeOf(shop.pid) + cpuTimeOf(shop.databasePid)
  const pages = shop.ids.map(id => `product/${id}`).values()
  const calls = shop.ids.map(id => `api/products/${id}`).values()
  const results: Result[] = []
  const add = (name: string, atOnce: number, perSecond: number, took: number[], ms: number) =>
    results.push({
      name: `${name}, ${atOnce} at once`,
      figure: `${perSecond.toFixed(0)} a second, median ${percentile(took, 50).toFixed(1)}, p95 ${percentile(took, 95).toFixed(1)} ms, ${ms.toFixed(2)} ms of CPU each`,
    })
  try {
    await visit(shop.url, some(pages, EACH))
    for (const atOnce of CLIENTS) {
      for (const [name, addresses] of Object.entries({
        'first view of a product': pages,
        'GET /api/products/:id': calls,
      })) {
        const before = cpu()
        const { perSecond, took } = await visit(shop.url, some(addresses, EACH), { atOnce })
        add(name, atOnce, perSecond, took, (cpu() - before) / EACH)
      }
      const { perSecond, took, cpu: ms } = await orderRate(shop, shop.ids, atOnce, 4)
      add('order of two products', atOnce, perSecond, took, ms)
    }
    return results
  } finally {
    await shop.close()
  }
}

const some = (addresses: Iterator<string>, count: number) =>
  Array.from({ length: count }, () => addresses.next().value ?? '')
