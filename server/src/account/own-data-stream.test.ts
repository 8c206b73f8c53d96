import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'

const lines: string[] = []
const shop = startShop({ TRUST_PROXY: 'on', LOG_LEVEL: 'warn' }, { write: line => void lines.push(line) })
let port: number

beforeAll(async () => {
  port = Number(new URL(await shop.app.listen({ port: 0 })).port)
})

/** A customer with this many orders of one product; `heaviness` lengthens the product's name. */
async function aRegular(orders: number, heaviness = 1): Promise<Person> {
  const customer = await shop.customer()
  const { id: product } = await shop.product()
  const address = JSON.stringify(shop.anAddress())
  await shop.db.transaction().execute(async db => {
    // Without triggers: the search of such long names takes seconds.
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`
      with placed as (
        insert into orders
          (id, user_id, status, sub_total_cents, saved_cents, shipping_cents, tax_cents, total_cents, currency,
            shipping_address)
        select substr(${customer.id}, 1, 18) || lpad(to_hex(n), 6, '0'), ${customer.id}, 'delivered', 100, 0, 0, 0, 100, 'USD',
          ${address}::jsonb
        from generate_series(1, ${orders}::int) n returning id
      )
      insert into order_lines (order_id, position, variant_id, product_id, name, price_cents, saved_cents, quantity)
      select id, 0, ${product}, ${product}, repeat('Kurta ', ${heaviness}::int), 100, 0, 1 from placed`.execute(db)
  })
  return customer
}

/** The download as a browser makes it, before its body is read. */
const download = ({ cookie }: Person, address = '203.0.113.1', method = 'GET') =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { cookie, 'x-forwarded-for': address }
    get({ port, path: '/api/users/current-user/data', headers, method }, resolve).on('error', reject)
  })

async function openTransactions() {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
    shop.db,
  )
  return rows.length
}

describe('GET /users/current-user/data, for a customer with many orders', () => {
  it('holds each order once, in order', async () => {
    const customer = await aRegular(450)

    const { data, success } = JSON.parse(await text(await download(customer)))

    const ids: string[] = data.orders.map(({ _id }: { _id: string }) => _id)
    expect(success).toBe(true)
    expect(new Set(ids).size).toBe(450)
    expect(ids).toEqual(ids.toSorted().reverse())
    expect(data.events).toEqual([])
  })

  it('is one consistent snapshot, whatever changes while it is read', async () => {
    const customer = await aRegular(1500, 4000)
    const answer = await download(customer)
    await sql`update orders set status = 'refunded' where user_id = ${customer.id}`.execute(shop.db)

    const { data } = JSON.parse(await text(answer))

    expect(new Set(data.orders.map(({ status }: { status: string }) => status))).toEqual(new Set(['delivered']))
  })

  it('frees its connection when the client disconnects', async () => {
    const customer = await aRegular(1500, 4000)
    const answer = await download(customer)
    await vi.waitFor(async () => expect(await openTransactions()).toBe(1), 10_000)

    answer.destroy()

    await vi.waitFor(async () => expect(await openTransactions()).toBe(0), 10_000)
    expect(await download(customer, '203.0.113.2').then(text)).toContain('"events":[')
  })

  it('is aborted by an error midway, and never ends as if it were complete', async () => {
    const customer = await aRegular(450)
    await sql`update orders set shipping_address = '{}' where id = (
      select id from orders where user_id = ${customer.id} order by id limit 1)`.execute(shop.db)

    const answer = await download(customer)

    expect(answer.statusCode).toBe(200)
    await expect(text(answer)).rejects.toThrow('aborted')
    expect(await openTransactions()).toBe(0)
  })

  it('is refused during another download from the same network address, but not from other addresses', async () => {
    const customer = await aRegular(1500, 4000)
    const other = await download(customer, '203.0.113.21')

    const refused = await download(customer, '203.0.113.21')
    const answer = await download(await shop.customer(), '203.0.113.22')
    for (const message of [other, refused, answer]) message.destroy()

    expect(refused.statusCode).toBe(429)
    expect(answer.statusCode).toBe(200)
  })

  it('is refused for a HEAD request, too, which logs nothing', async () => {
    const customer = await aRegular(1500, 4000)
    const other = await download(customer, '203.0.113.31')
    lines.length = 0

    const refused = await download(customer, '203.0.113.31', 'HEAD')
    other.destroy()

    expect(refused.statusCode).toBe(429)
    expect(lines).toEqual([])
  })

  it('is refused with Retry-After during two other downloads', async () => {
    const customer = await aRegular(1500, 4000)
    const others = [await download(customer, '203.0.113.11'), await download(customer, '203.0.113.12')]

    const refused = await download(customer, '203.0.113.13')
    const body = await text(refused)
    for (const answer of others) answer.destroy()

    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('10')
    expect(JSON.parse(body)).toMatchObject({ success: false })
    await vi.waitFor(async () => {
      const answer = await download(customer)
      answer.destroy()
      expect(answer.statusCode).toBe(200)
    }, 10_000)
  })
})
