import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { anAddress } from '../server/test/an-address.ts'
import { owner } from './shop-process.ts'
import { type Instances, openInstances } from './three-instances.ts'

// All tests share three instances; the last test kills one of the instances.
test.describe.configure({ mode: 'default', timeout: 180_000 })

let shop: Instances
test.beforeAll(async () => {
  shop = await openInstances()
})
test.afterAll(async () => shop.close())

interface Ask {
  method?: string
  body?: object
  cookie?: string
  key?: string
  accept?: string
  /** The visitor's IP address, as the proxy passes it on. */
  address?: string
}

/** A different IP address for each request, so that only the test of limits reaches a limit. */
const anyAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

function ask(
  url: string,
  path: string,
  { method, body, cookie, key, accept = '*/*', address = anyAddress() }: Ask = {},
) {
  const headers = {
    accept,
    'x-forwarded-for': address,
    ...(body && { 'content-type': 'application/json' }),
    ...(cookie !== undefined && { cookie }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  return fetch(url + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function signInAs(url: string, { email, password } = owner): Promise<string> {
  const answer = await ask(url, '/api/auth/login', { body: { email, password } })
  expect(answer.status).toBe(200)
  const cookies = answer.headers.getSetCookie().map(line => line.split(';')[0])
  return cookies.join('; ')
}

const instance = (index: number) => shop.all[index % shop.all.length]?.url ?? ''
const onAll = <Answer>(work: (url: string) => Promise<Answer>) => Promise.all(shop.all.map(({ url }) => work(url)))
const statusOf = (path: string, given: Ask) => async (url: string) => (await ask(url, path, given)).status

test('after a change is answered, the instance that took it shows no old page, and the others follow', async () => {
  const cookie = await signInAs(shop.url)
  const { id, slug } = await shop.category()
  const shows = async (url: string, name: string) =>
    (await (await ask(url, `/product-category/${slug}`)).text()).includes(name)

  for (const n of [0, 1, 2]) {
    await onAll(url => shows(url, ''))
    const name = `Changed category ${n}`
    const saved = await ask(instance(n), `/api/categories/${id}`, { method: 'PATCH', body: { name }, cookie })
    expect(saved.status).toBe(200)

    expect(await shows(instance(n), name)).toBe(true)
    await expect.poll(() => onAll(url => shows(url, name))).toEqual([true, true, true])
  }
})

test('a session is good on every instance, and its end, a demotion and a deactivation hold on all at once', async () => {
  const manager = await shop.user({ role: 'admin' })
  const first = await signInAs(instance(0))
  const [{ cookie: second }, { cookie: third }] = [await shop.signIn(manager.id), await shop.signIn(manager.id)]
  const stats = '/api/dashboard/low-stock'
  expect(await onAll(statusOf(stats, { cookie: first }))).toEqual([200, 200, 200])
  expect(await onAll(statusOf(stats, { cookie: second }))).toEqual([200, 200, 200])

  expect((await ask(instance(1), '/api/auth/logout', { method: 'POST', cookie: second })).status).toBe(200)
  expect(await onAll(statusOf(stats, { cookie: second }))).toEqual([401, 401, 401])

  const demotion = { method: 'PATCH', body: { role: 'customer' }, cookie: first }
  expect((await ask(instance(2), `/api/users/${manager.id}`, demotion)).status).toBe(200)
  expect(await onAll(statusOf(stats, { cookie: third }))).toEqual([401, 401, 401])

  const customer = await shop.customer()
  expect(await onAll(statusOf('/api/orders/current-user', customer))).toEqual([200, 200, 200])
  const deactivation = { method: 'PATCH', body: { status: false }, cookie: first }
  expect((await ask(instance(0), `/api/users/user/${customer.id}/status`, deactivation)).status).toBe(200)
  expect(await onAll(statusOf('/api/orders/current-user', customer))).toEqual([401, 401, 401])
})

test('a limit that was used up on one instance holds on the others soon', async () => {
  const address = '203.0.113.7'
  // Each keyword is new, because a cached answer does not count towards the limit.
  const search = (url: string, from = address) =>
    statusOf(`/api/products?keyword=${randomUUID()}`, { address: from })(url)
  const ofOne = []
  for (let n = 0; n < 31; n++) ofOne.push(await search(instance(0)))
  expect(ofOne.filter(status => status === 200)).toHaveLength(30)

  await expect.poll(() => onAll(url => search(url))).toEqual([429, 429, 429])
  expect(await onAll(url => search(url, '203.0.113.8'))).toEqual([200, 200, 200])
})

test('an order that one instance takes appears on the live stream of another, which a demotion on a third ends', async () => {
  const staff = await shop.user({ role: 'admin' })
  const { cookie } = await shop.signIn(staff.id)
  const stream = await ask(instance(0), '/api/dashboard/events', { cookie, accept: 'text/event-stream' })
  const chunks: string[] = []
  const ended = (async () => {
    for await (const chunk of stream.body ?? []) chunks.push(Buffer.from(chunk).toString())
  })()

  const order = await buy(instance(1), (await shop.product()).id)

  await expect.poll(() => chunks.join('')).toContain(order)
  const body = { role: 'customer' }
  await ask(instance(2), `/api/users/${staff.id}`, { method: 'PATCH', body, cookie: await signInAs(instance(2)) })
  await ended
})

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
  const acknowledged = new Set<string>()
  const failures: string[] = []
  let [answers, repeated] = [0, 0]
  const endsAt = Date.now() + LOAD_MS
  const isOver = () => Date.now() >= endsAt && acknowledged.size > FEWEST_ORDERS

  async function twice(path: string, given: Ask): Promise<Response | undefined> {
    for (const attempt of [1, 2]) {
      const answer = await ask(shop.url, path, given).catch(() => undefined)
      answers++
      if (answer && answer.status < 500) return answer
      if (attempt === 1) repeated++
      else failures.push(`${path}: ${answer?.status}`)
    }
    return undefined
  }

  async function buyOn() {
    const { cookie } = await shop.customer()
    while (!isOver()) {
      const product = products[randomInt(products.length)]?.id ?? ''
      const answer = await twice('/api/orders', { body: anOrder(product), cookie, key: randomUUID() })
      const { data } = (await answer?.json()) ?? {}
      if (data) acknowledged.add(data._id)
    }
  }

  async function readOn() {
    while (!isOver()) {
      const paths = [`/product/${products[randomInt(products.length)]?.id}`, '/', '/api/products?page=1', '/api/health']
      await (await twice(paths[randomInt(paths.length)] ?? '/', {}))?.text()
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
  test.info().annotations.push({ type: 'load', description: `${answers} answers, ${repeated} repeated` })
})

const anOrder = (product: string) => ({ products: [{ product, quantity: 1 }], shippingAddress: anAddress() })

async function buy(url: string, product: string): Promise<string> {
  const { cookie } = await shop.customer()
  const answer = await ask(url, '/api/orders', { body: anOrder(product), cookie, key: randomUUID() })
  expect(answer.status).toBe(201)
  return (await answer.json()).data._id
}
