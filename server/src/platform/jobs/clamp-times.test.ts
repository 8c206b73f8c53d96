import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { connect } from '../database/database.ts'
import { clampTimes } from './jobs.ts'

const shop = startShop()

async function withPool<Result>(work: (connection: ReturnType<typeof connect>) => Promise<Result>) {
  const connection = connect(shop.databaseUrl)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

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
