import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { openWork } from '../../operate/open-work.ts'
import { recallFarChecks } from '../../payments/payment-checks.repository.ts'
import { buyersOf } from '../../payments/payments-fixtures.ts'
import { connect } from '../database/database.ts'
import { clampTimes, TIMES_OF_TABLES } from './clamp-times.ts'

const shop = startShop()
const { anOpenOrder } = buyersOf(shop)

async function withPool<Result>(work: (connection: ReturnType<typeof connect>) => Promise<Result>) {
  const connection = connect(shop.databaseUrl)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

it('covers every time of the tables by which pg-boss waits', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'pgboss' and table_name in ('version', 'queue', 'job') and data_type like 'timestamp%'
    order by name`.execute(shop.db)

  const covered = Object.entries(TIMES_OF_TABLES).flatMap(([table, names]) => names.map(name => `${table}.${name}`))
  const others = ['job.start_after', 'job.singleton_on']
  const withoutEffect = ['job.keep_until', 'job.source_created_on', 'queue.created_on', 'queue.updated_on']
  expect([...covered, ...others, ...withoutEffect].sort()).toEqual(rows.map(({ name }) => name).sort())
})

it('brings jobs of a clock that was ahead back, with their delays', async () => {
  await sql`insert into pgboss.job (name, created_on, start_after, singleton_on) values
    ('emails', now() + interval '3 days', now() + interval '3 days 5 minutes', (now() + interval '3 days') at time zone 'UTC'),
    ('emails', now(), now() + interval '15 minutes', null)`.execute(shop.db)

  await withPool(({ pool }) => clampTimes(pool))

  const { rows } = await sql<{ delay: number; singleton_on: unknown }>`
    select round(extract(epoch from start_after - now()) / 60)::int as delay, singleton_on
    from pgboss.job where name = 'emails' order by 1`.execute(shop.db)
  expect(rows).toEqual([
    { delay: 5, singleton_on: null },
    { delay: 15, singleton_on: null },
  ])
  await sql`delete from pgboss.job`.execute(shop.db)
})

it('scheduled work goes on at the next start after the clock of the database was ahead', async () => {
  await sql`update pgboss.version set cron_on = now() + interval '3 days'`.execute(shop.db)
  await sql`insert into pgboss.job (name, policy, created_on, start_after) select name, policy, now() + interval '3 days',
    now() + interval '3 days' from pgboss.queue where name in ('expiring', 'reconciling')`.execute(shop.db)

  await withPool(async connection => {
    const work = await openWork(connection, shop.gateways, shop.app)
    await vi.waitFor(
      async () => {
        const { data } = await shop.get('/ready')
        expect(data).toMatchObject([{ age: expect.any(Number) }, { age: expect.any(Number) }, {}, {}])
      },
      { timeout: 15_000 },
    )
    await work.close()
  })

  const { rows } = await sql`select from pgboss.version where cron_on > now()`.execute(shop.db)
  expect(rows).toEqual([])
})

it('an open payment is due again whose next check was planned while the clock was ahead', async () => {
  const { customer, order } = await anOpenOrder()
  await shop.post('/payments/paypal/orders', { order }, customer)
  await shop.db.updateTable('payment_attempts').set({ next_check_at: sql`now() + interval '3 days'` }).execute()

  await recallFarChecks(shop.db)

  const due = await shop.db
    .selectFrom('payment_attempts')
    .where('next_check_at', '<=', sql<Date>`now()`)
    .select('id')
    .execute()
  expect(due).toHaveLength(1)
})
