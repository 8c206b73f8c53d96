import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { dumpSchema } from '../../../test/dump-schema.ts'
import { startShop } from '../../../test/shop.ts'

const shop = startShop()

it('each trigger says why no operation does its work', async () => {
  const { rows } = await sql`
    select tgrelid::regclass::text as table, tgname from pg_trigger
    where not tgisinternal and tgfoid <> 'send_live_event'::regproc and obj_description(oid, 'pg_trigger') is null`.execute(
    shop.db,
  )

  expect(rows).toEqual([])
})

it('schema.sql is the schema that the migrations make', async () => {
  await expect(await dumpSchema(shop.db)).toMatchFileSnapshot('./schema.sql')
})
