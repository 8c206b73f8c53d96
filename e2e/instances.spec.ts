import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { anAddress } from '../server/test/an-address.ts'
import { type Instances, openInstances } from './three-instances.ts'

test.describe.configure({ timeout: 180_000 })

let shop: Instances
test.beforeAll(async () => {
  shop = await openInstances()
})
test.afterAll(async () => shop.close())

/** A different IP address for each request, so that none reaches a limit. */
const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Sends a request of a visitor with this IP address, which the proxy passes on. */
const ask = (address: string, url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } })

/** Duration of the load in milliseconds; KILL_SECONDS sets it in seconds, such as 60 for a longer run. */
const LOAD_MS = Number(process.env.KILL_SECONDS ?? 4) * 1000
const BUYERS = 6
const READERS = 6
const STOCK = 100_000
/** A slow machine has the load for longer, until these were placed. */
const FEWEST_ORDERS = 10

test('one of three is killed under load: no acknowledged order is lost, and no request fails at its second try', async () => {
  test.setTimeout(LOAD_MS + 120_000)
  const products = await Promise.all(Array.from({ length: 4 }, () => shop.product({ stock: STOCK })))
  const anyProduct = () => products[randomInt(products.length)]?.id
  const acknowledged = new Set<string>()
  const failures: string[] = []
  const endsAt = Date.now() + LOAD_MS
  const isOver = () => Date.now() >= endsAt && acknowledged.size > FEWEST_ORDERS

  async function twice(path: string, init?: RequestInit): Promise<Response | undefined> {
    let answer: Response | undefined
    for (const _ of ['at first', 'again']) {
      answer = await ask(anyAddress(), shop.url + path, init).catch(() => undefined)
      if (answer && answer.status < 500) return answer
    }
    failures.push(`${path}: ${answer?.status}`)
    return undefined
  }

  async function buyOn() {
    const { cookie } = await shop.customer()
    while (!isOver()) {
      const order = { products: [{ product: anyProduct(), quantity: 1 }], shippingAddress: anAddress() }
      const answer = await twice('/api/orders', {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(order),
      })
      const { data } = (await answer?.json()) ?? {}
      if (data) acknowledged.add(data._id)
    }
  }

  async function readOn() {
    while (!isOver()) {
      const paths = [`/product/${anyProduct()}`, '/', '/api/products?page=1', '/api/health']
      await (await twice(paths[randomInt(paths.length)] ?? '/'))?.text()
    }
  }

  const load = [...Array.from({ length: BUYERS }, buyOn), ...Array.from({ length: READERS }, readOn)]
  await delay(LOAD_MS / 2)
  const victim = shop.all[2]
  if (victim) await shop.kill(victim)
  await Promise.all(load)

  expect(failures).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(FEWEST_ORDERS)
  const ids = products.map(({ id }) => id)
  const orders = await shop.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_id', 'orders.id')
    .select('orders.id')
    .where('product_id', 'in', ids)
    .execute()
  expect(new Set(orders.map(({ id }) => id))).toEqual(acknowledged)
  const stock = await shop.db.selectFrom('stock').select('quantity').where('product_id', 'in', ids).execute()
  expect(stock.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(products.length * STOCK - acknowledged.size)
})
