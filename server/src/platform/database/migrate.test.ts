import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { migrate } from './migrate.ts'

const shop = startShop()

it('changes nothing when the tables are up to date', async () => {
  const applied = () => sql`select * from kysely_migration order by name`.execute(shop.db)
  const before = await applied()

  await migrate(shop.db)

  expect((await applied()).rows).toEqual(before.rows)
})

it.each([
  ['from before the baseline', 'null'],
  ['of an earlier draft of the baseline', `'0123'`],
])('refuses a database %s in one sentence', async (_when, checksum) => {
  await sql`comment on table kysely_migration is ${sql.raw(checksum)}`.execute(shop.db)

  await expect(migrate(shop.db)).rejects.toThrow(/unreleased edition of Mela/)
})

it('starts a database that has run all migrations before the baseline, and none after it', async () => {
  const names = () => sql`select name from kysely_migration order by name`.execute(shop.db)
  const before = await names()
  const baseline = await readFile(new URL('./migrations/0001_baseline.sql', import.meta.url), 'utf8')
  await sql.raw('drop schema public cascade; create schema public').execute(shop.db)
  await sql.raw(baseline).execute(shop.db)
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    shop.db,
  )
  await sql`insert into kysely_migration (name, timestamp)
    select name, '2026-11-27T00:00:00.000Z'
    from unnest(array['0001_baseline', '0041_near_words', '0042_orders_of_an_address']) name`.execute(shop.db)

  await migrate(shop.db)

  expect((await names()).rows).toEqual(before.rows)
})
