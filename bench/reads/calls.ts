import { showProduct } from '../../server/src/catalog/show-products.ts'
import { connect } from '../../server/src/platform/database/database.ts'
import { cpuTimeOf } from '../fixtures/cpu-time.ts'
import { type FurnishedShop, openFurnishedShop } from '../fixtures/furnished-shop.ts'
import type { Result } from '../fixtures/open-shop.ts'
import { type Prepared, recordStatements } from '../fixtures/record-statements.ts'
import { visit } from '../fixtures/visits.ts'

const PRODUCTS = 10_000
const ROUNDS = 3
const CALLS = 1500
const AT_ONCE = 8
const LIMIT = 0.35

/** Measures public calls without cached answers; a product by id is compared with its SQL statement alone. */
export async function calls(): Promise<Result[]> {
  const shop = await openFurnishedShop(PRODUCTS)
  try {
    return [...(await compareProduct(shop)), ...(await others(shop))]
  } finally {
    await shop.close()
  }
}

async function compareProduct(shop: FurnishedShop): Promise<Result[]> {
  const [statement, ids] = [await statementOfProduct(shop), shop.ids.values()]
  const some = () => Array.from({ length: CALLS }, () => ids.next().value ?? '')
  const addresses = () => some().map(id => `api/products/${id}`)
  await visit(shop.url, addresses().slice(0, 500), { atOnce: AT_ONCE })

  const sums = { http: 0, sql: 0, cpu: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuTimeOf(shop.pid) + cpuTimeOf(shop.databasePid)
    sums.http += (await visit(shop.url, addresses(), { atOnce: AT_ONCE })).perSecond / ROUNDS
    sums.cpu += (cpuTimeOf(shop.pid) + cpuTimeOf(shop.databasePid) - before) / CALLS / ROUNDS
    sums.sql += (await queriesPerSecond(shop.databaseUrl, statement, shop.ids.slice(0, CALLS))) / ROUNDS
  }
  const ratio = sums.http / sums.sql
  return [
    {
      name: `GET /api/products/:id, not in memory, against its statement by ${AT_ONCE} plain connections`,
      figure: `${ratio.toFixed(2)}x (${sums.http.toFixed(0)} a second, ${sums.sql.toFixed(0)} as plain SQL, ${sums.cpu.toFixed(2)} ms of CPU each)`,
      limit: `${LIMIT}x`,
      holds: ratio >= LIMIT,
    },
  ]
}

/** The recorded statement with which the shop reads a product, for any id. */
async function statementOfProduct({ databaseUrl, ids: [id = ''] }: FurnishedShop) {
  const { statements } = await recordStatements(databaseUrl, db =>
    showProduct(db, { id }, undefined, { showsLowestPrice: false }),
  )
  const [statement] = statements
  if (statements.length !== 1 || !statement || typeof statement === 'string')
    throw new Error(`A product takes ${statements.length} statements.`)
  return (other: string) => ({ ...statement, values: statement.values.map(value => (value === id ? other : value)) })
}

async function queriesPerSecond(url: string, statement: (id: string) => Prepared, ids: string[]): Promise<number> {
  const { pool, close } = connect(url, { poolSize: AT_ONCE })
  const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => pool.connect()))
  await Promise.all(clients.map(client => client.query(statement(ids[0] ?? ''))))
  const waiting = ids.values()
  const began = performance.now()
  await Promise.all(
    clients.map(async client => {
      for (const id of waiting) await client.query(statement(id))
      client.release()
    }),
  )
  const rate = (ids.length * 1000) / (performance.now() - began)
  await close()
  return rate
}

/** Measures the other kinds of calls, each address once. */
async function others(shop: FurnishedShop): Promise<Result[]> {
  const each = (address: (i: number) => string) => Array.from({ length: 1000 }, (_, i) => address(i))
  const category = (i: number) => shop.slugs[i % shop.slugs.length]
  const kinds = {
    'a list of 20 of a category': each(i => `api/categories/slug/${category(i)}/products?size=20&minPrice=${i / 100}`),
    'the same as cards': each(i => `api/categories/slug/${category(i)}/products?size=20&view=card&minPrice=${i / 100}`),
    'a search': shop.words.slice(0, 1000).map(word => `api/products?keyword=${word}&size=20&view=card`),
    suggestions: shop.words.slice(0, 1000).map(word => `api/products/suggestions?keyword=${word}`),
    'the facets of a category': each(i => `api/products/facets?category=${category(i)}&minPrice=${i / 100}`),
  }
  const results: Result[] = []
  for (const [kind, addresses] of Object.entries(kinds)) {
    const before = [cpuTimeOf(shop.pid), cpuTimeOf(shop.databasePid)] as const
    const { perSecond } = await visit(shop.url, addresses, { atOnce: AT_ONCE })
    const node = (cpuTimeOf(shop.pid) - before[0]) / addresses.length
    const database = (cpuTimeOf(shop.databasePid) - before[1]) / addresses.length
    results.push({
      name: `${kind}, not in memory`,
      figure: `${perSecond.toFixed(0)} a second, ${(node + database).toFixed(2)} ms of CPU (Node ${node.toFixed(2)}, PostgreSQL ${database.toFixed(2)})`,
    })
  }
  return results
}
