import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { enqueueEmail } from './outbox.ts'

const shop = startShop()

async function emailsTo(user: string) {
  const { rows } = await sql<{ kind: string; retries: number }>`
    select data->>'kind' as kind, retry_limit as retries from pgboss.job
    where name = 'emails' and data->>'user' = ${user}`.execute(shop.db)
  return rows
}

it('stores an enqueued email with the retry policy of its queue', async () => {
  const { id } = await shop.user()

  await enqueueEmail(shop.db, { kind: 'welcome', user: id })

  expect(await emailsTo(id)).toEqual([{ kind: 'welcome', retries: 20 }])
})

it('enqueues nothing on a rollback', async () => {
  const { id } = await shop.user()

  const broken = shop.db.transaction().execute(async db => {
    await enqueueEmail(db, { kind: 'welcome', user: id })
    throw new Error('something else went wrong')
  })

  await expect(broken).rejects.toThrow('something else')
  expect(await emailsTo(id)).toEqual([])
})

async function emailsAbout(order: string) {
  const { rows } = await sql<{ kind: string }>`
    select data->>'kind' as kind from pgboss.job where data->>'order' = ${order} order by created_on`.execute(shop.db)
  return rows.map(({ kind }) => kind)
}

it('gets one email for an order placed and one for an order paid, however often either is reported', async () => {
  const { pay, report } = buyersOf(shop)
  const customer = await shop.customer()
  const { id } = await shop.product()
  const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }
  const key = { 'idempotency-key': crypto.randomUUID() }

  const { data } = await shop.post('/orders', body, customer, key)
  await shop.post('/orders', body, customer, key)
  const { orderId } = await pay(customer, data._id)
  await report(customer, data._id, orderId)

  expect(await emailsAbout(data._id)).toEqual(['order-placed', 'order-paid'])
})

it('gets none for a refused order', async () => {
  const customer = await shop.customer()
  const { id } = await shop.product({ stock: 1 })
  const before = await countEmails()

  await shop.post('/orders', { products: [{ product: id, quantity: 2 }], shippingAddress: shop.anAddress() }, customer)

  expect(await countEmails()).toBe(before)
})

async function countEmails() {
  const { rows } = await sql<{ count: number }>`select count(*) from pgboss.job where name = 'emails'`.execute(shop.db)
  return rows[0]?.count
}

it.each([
  [60, 900],
  [10, 300],
  [5, 0],
])('B143 with %i minutes to pay the email that asks for it waits %i seconds', async (unpaidMinutes, seconds) => {
  const admin = await shop.admin()
  const { version } = (await shop.get('/settings', admin)).data
  await shop.call('PATCH', '/settings', { body: { version, orders: { unpaidMinutes } }, as: admin })
  const { id } = await shop.product()
  const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress() }

  const { data } = await shop.post('/orders', body, await shop.customer())

  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
    where data->>'order' = ${data._id}`.execute(shop.db)
  expect(rows).toEqual([{ seconds: expect.closeTo(seconds, 0) }])
})
