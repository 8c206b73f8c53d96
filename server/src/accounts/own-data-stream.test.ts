import { readdir } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'

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
    // Triggers are off, because the search of such long names takes seconds.
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

  it('is one consistent snapshot, whatever changes while it is written', async () => {
    const customer = await shop.customer()

    const underWay = await shop.db.transaction().execute(async db => {
      await sql`lock table payments in access exclusive mode`.execute(db)
      const answer = download(customer)
      await untilWaiting(shop.db, 1)
      await sql`delete from sessions where user_id = ${customer.id}`.execute(db)
      return { answer }
    })
    const { data } = JSON.parse(await text(await underWay.answer))

    expect(data.sessions).toHaveLength(1)
  })

  it('is answered while others read theirs slowly, who hold no connection and leave no file', async () => {
    const readers = [await aRegular(1500, 4000), await aRegular(1500, 4000)]
    const slow = await Promise.all(readers.map((reader, n) => download(reader, `203.0.113.4${n}`)))

    const answer = await download(await shop.customer(), '203.0.113.43')

    expect(await text(answer)).toContain('"events":[')
    expect(await openTransactions()).toBe(0)
    expect(await readdir(shop.app.env.dataDir)).not.toContainEqual(expect.stringContaining('own-data'))
    for (const message of slow) message.destroy()
  })

  it('is refused when it cannot be read to its end, and never ends as if it were complete', async () => {
    const customer = await aRegular(450)
    await sql`update orders set shipping_address = '{}' where id = (
      select id from orders where user_id = ${customer.id} order by id limit 1)`.execute(shop.db)

    const answer = await download(customer)

    expect(answer.statusCode).toBe(500)
    expect(JSON.parse(await text(answer))).toMatchObject({ success: false })
    expect(await openTransactions()).toBe(0)
  })

  it('is refused with Retry-After during another one of the account or the network address, but not of others', async () => {
    const customer = await aRegular(1500, 4000)
    const other = await download(customer, '203.0.113.21')

    const ofAccount = await download(customer, '203.0.113.22')
    const ofAddress = await download(await shop.customer(), '203.0.113.21')
    const answer = await download(await shop.customer(), '203.0.113.22')
    other.destroy()

    for (const refused of [ofAccount, ofAddress]) {
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('10')
      expect(JSON.parse(await text(refused))).toMatchObject({ success: false })
    }
    expect(JSON.parse(await text(answer))).toMatchObject({ success: true })
  })
})
