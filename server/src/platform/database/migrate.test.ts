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

it('starts a database that has run all migrations before the baseline', async () => {
  const before = await sql`select name from kysely_migration order by name`.execute(shop.db)
  await sql`insert into kysely_migration (name, timestamp)
    values ('0041_near_words', ''), ('0042_orders_of_an_address', '')`.execute(shop.db)
  await sql`comment on table kysely_migration is 'of before'`.execute(shop.db)

  await migrate(shop.db)

  expect((await sql`select name from kysely_migration order by name`.execute(shop.db)).rows).toEqual(before.rows)
})

it.each([
  ['from before the baseline', 'null'],
  ['of an earlier draft of the baseline', `'0123'`],
])('refuses a database %s in one sentence', async (_when, checksum) => {
  await sql`comment on table kysely_migration is ${sql.raw(checksum)}`.execute(shop.db)

  await expect(migrate(shop.db)).rejects.toThrow(/unreleased edition of Mela/)
})
