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
