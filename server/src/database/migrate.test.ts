import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { migrate } from './migrate.ts'

const shop = startShop()

it('changes nothing when the tables are up to date', async () => {
  const applied = () => sql`select * from kysely_migration order by name`.execute(shop.db)
  const before = await applied()

  await migrate(shop.db)

  expect((await applied()).rows).toEqual(before.rows)
})

it('refuses a database from before the baseline in one sentence', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('0001_people', '')`.execute(shop.db)

  await expect(migrate(shop.db)).rejects.toThrow(/unreleased edition of Mela/)
  await sql`delete from kysely_migration where name = '0001_people'`.execute(shop.db)
})
