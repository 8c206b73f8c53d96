import { Agent, get } from 'node:http'
import { connect } from '../server/src/database/database.ts'
import { prepareDatabase } from '../server/src/work/queues.ts'
import { cpuTimeOf } from './fixtures/cpu-time.ts'
import { furnishShop } from './fixtures/furnish-shop.ts'
import { openShop, type Result } from './fixtures/open-shop.ts'

const PRODUCTS = 10_000
const WARM_UP = 300
const PAGES = 1000
const AT_ONCE = 4
const LIMITS_MS = { product: 4, category: 5, search: 5 }

/** The CPU time, of Node and PostgreSQL together, of a page that nobody has asked for before: from the socket to the socket. */
export async function firstViews(): Promise<Result[]> {
  let words: string[] = []
  const shop = await openShop(async databaseUrl => {
    const connection = connect(databaseUrl)
    await prepareDatabase(connection.db)
    words = (await furnishShop(connection, PRODUCTS)).words
    await connection.close()
  })
  try {
    const results: Result[] = []
    for (const [kind, addresses] of Object.entries(await addressesOf(shop.url, words))) {
      const limit = LIMITS_MS[kind as keyof typeof LIMITS_MS]
      await request(shop.url, addresses.slice(0, WARM_UP))
      const before = [cpuTimeOf(shop.pid), cpuTimeOf(shop.databasePid)] as const
      const bytes = await request(shop.url, addresses.slice(WARM_UP, WARM_UP + PAGES))
      const node = (cpuTimeOf(shop.pid) - before[0]) / PAGES
      const database = (cpuTimeOf(shop.databasePid) - before[1]) / PAGES
      results.push({
        name: `first view of a ${kind} page, ${Math.round(bytes / PAGES)} bytes of brotli`,
        figure: `${(node + database).toFixed(2)} ms of CPU (Node ${node.toFixed(2)}, PostgreSQL ${database.toFixed(2)})`,
        limit: `${limit} ms`,
        holds: node + database < limit,
      })
    }
    return results
  } finally {
    await shop.close()
  }
}

async function addressesOf(url: string, words: string[]): Promise<Record<keyof typeof LIMITS_MS, string[]>> {
  const count = WARM_UP + PAGES
  const list = async (path: string) =>
    (await (await fetch(url + path)).json()) as { data: { _id: string; slug: string }[] }
  const pages = Array.from({ length: Math.ceil(count / 100) }, (_, i) =>
    list(`api/products?view=card&size=100&page=${i + 1}`),
  )
  const ids = (await Promise.all(pages)).flatMap(({ data }) => data.map(({ _id }) => _id))
  const { data: categories } = await list('api/categories')
  // Each address once: prices from which on, in every category.
  const category = categories.flatMap(({ slug }) =>
    Array.from(
      { length: Math.ceil(count / categories.length) },
      (_, i) => `product-category/${slug}?size=24&minPrice=${5 + i / 100}`,
    ),
  )
  return {
    product: ids.map(id => `product/${id}`),
    category,
    search: words.slice(0, count).map(word => `search?keyword=${word}&size=24`),
  }
}

/** Requests every address as a browser does, some at once; answers the bytes of all bodies. */
async function request(url: string, addresses: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const waiting = [...addresses]
  let bytes = 0
  const one = (address: string) =>
    new Promise<void>((resolve, reject) => {
      get(url + address, { agent, headers: { 'accept-encoding': 'gzip, deflate, br' } }, answer => {
        if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}.`))
        answer.on('data', ({ length }: Buffer) => {
          bytes += length
        })
        answer.on('end', resolve)
      }).on('error', reject)
    })
  const client = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await one(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  agent.destroy()
  return bytes
}
