import { cpuTimeOf } from '../fixtures/cpu-time.ts'
import { type FurnishedShop, openFurnishedShop, pageAddresses } from '../fixtures/furnished-shop.ts'
import type { Result } from '../fixtures/open-shop.ts'
import { percentile, visit } from '../fixtures/visits.ts'

const PRODUCTS = 10_000
const WARM_UP = 300
const PAGES = 1000
const LIMITS_MS = { product: 4, category: 10, search: 10 }

/** CPU time of Node and PostgreSQL together for a page that was not requested before, with HTTP and compression. */
export async function firstViews(): Promise<Result[]> {
  const shop = await openFurnishedShop(PRODUCTS)
  try {
    return await viewFirst(shop, PAGES)
  } finally {
    await shop.close()
  }
}

export async function viewFirst(shop: FurnishedShop, count: number): Promise<Result[]> {
  const results: Result[] = []
  for (const [kind, addresses] of Object.entries(pageAddresses(shop, WARM_UP + count))) {
    const limit = LIMITS_MS[kind as keyof typeof LIMITS_MS]
    await visit(shop.url, addresses.slice(0, WARM_UP))
    const before = [cpuTimeOf(shop.pid), cpuTimeOf(shop.databasePid)] as const
    const asked = addresses.slice(WARM_UP)
    const { bytes, perSecond, took } = await visit(shop.url, asked)
    const node = (cpuTimeOf(shop.pid) - before[0]) / asked.length
    const database = (cpuTimeOf(shop.databasePid) - before[1]) / asked.length
    const size = Math.round(bytes / asked.length)
    results.push({
      name: `first view of a ${kind} page among ${shop.ids.length} active products, ${size} bytes of brotli`,
      figure: `${(node + database).toFixed(2)} ms of CPU (Node ${node.toFixed(2)}, PostgreSQL ${database.toFixed(2)}), ${perSecond.toFixed(0)} a second, p95 ${percentile(took, 95).toFixed(1)} ms`,
      limit: `${limit} ms`,
      holds: node + database < limit,
    })
  }
  return results
}
