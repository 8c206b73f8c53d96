import { setTimeout } from 'node:timers/promises'
import { connect } from '../server/src/platform/database/database.ts'
import { insertAdmin, signIn } from './fixtures/admin.ts'
import { cpuTimeOf } from './fixtures/cpu-time.ts'
import { openFurnishedShop, pageAddresses } from './fixtures/furnished-shop.ts'
import { openShop, type Result } from './fixtures/open-shop.ts'
import { privateMegabytes, residentMegabytes } from './fixtures/resident-memory.ts'
import { untilPicturesAreMade } from './fixtures/shop-pages.ts'
import { visit } from './fixtures/visits.ts'
import { orderRate } from './orders/order-rate.ts'

const PRODUCTS = 12_000
const FIRST = 2000
const PAGES = 10_000
const ORDERS = 10_000
const CHANGES = 1000
const MOST_MB = 450
const MOST_GROWTH = 0.15

/** Resident memory of the server's process after many distinct pages, orders and changes by an admin. */
export async function memory(): Promise<Result[]> {
  const shop = await openFurnishedShop(PRODUCTS)
  const connection = connect(shop.databaseUrl, { poolSize: 1 })
  try {
    await insertAdmin(connection.db)
    const cookie = await signIn(shop.url)
    const { product } = pageAddresses(shop, PAGES)
    const sizes: number[] = []
    const note = async () => sizes.push(await residentMegabytes(shop.pid))
    for (let done = 0; done < PAGES; done += FIRST) {
      await visit(shop.url, product.slice(done, done + FIRST))
      await note()
    }
    for (let placed = 0; placed < ORDERS; ) {
      const { perSecond } = await orderRate(shop, shop.ids, 16, 10)
      placed += perSecond * 10
      await note()
    }
    for (const id of shop.ids.slice(0, CHANGES)) await changePrice(`${shop.url}api/products/${id}`, cookie)
    await note()

    const [first = 0, most] = [sizes[0], Math.max(...sizes)]
    return [
      {
        name: `memory of Node after ${FIRST} first views, ${PAGES} of them, ${ORDERS} orders and ${CHANGES} changes`,
        figure: `${sizes.join(', ')} MB`,
        limit: `${MOST_MB} MB, and ${100 * MOST_GROWTH} % more than after the first`,
        holds: most <= MOST_MB && most <= first * (1 + MOST_GROWTH),
      },
    ]
  } finally {
    await connection.close()
    await shop.close()
  }
}

async function changePrice(url: string, cookie: string) {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ price: 10 + Math.floor(Math.random() * 500), onSale: false }),
  })
  if (!answer.ok) throw new Error(`The price was not changed: ${await answer.text()}`)
}

/** Two minutes, in which PostgreSQL analyses the new tables and V8 does its last garbage collection. */
const SETTLING_MS = 120_000
const IDLE_MS = 60_000
const LIMITS = { cpu: 0.5, node: 250, database: 60 }

/** CPU and memory of the demo that has no visitors. */
export async function idle(): Promise<Result[]> {
  const shop = await openShop()
  try {
    await untilPicturesAreMade(shop.databaseUrl)
    await setTimeout(SETTLING_MS)
    const cpu = () => cpuTimeOf(shop.pid) + cpuTimeOf(shop.databasePid)
    const before = cpu()
    await setTimeout(IDLE_MS)
    const share = (100 * (cpu() - before)) / IDLE_MS
    const [node, database] = [await residentMegabytes(shop.pid), await privateMegabytes(shop.databasePid)]
    return [
      limited('CPU of an idle shop', share, LIMITS.cpu, '% of a core', 2),
      limited('memory of an idle Node', node, LIMITS.node, 'MB'),
      limited('memory of an idle PostgreSQL', database, LIMITS.database, 'MB'),
    ]
  } finally {
    await shop.close()
  }
}

function limited(name: string, value: number, limit: number, unit: string, digits = 0): Result {
  return { name, figure: `${value.toFixed(digits)} ${unit}`, limit: `${limit} ${unit}`, holds: value < limit }
}
