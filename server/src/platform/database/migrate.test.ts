import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
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

describe('the migration of addresses', () => {
  const migration = new URL('./migrations/0036_product_slugs.sql', import.meta.url)

  class Undone extends Error {}

  it('B145 the migration gives a product that is there an address from its handle or its name, once each', async () => {
    const rows = [
      ['Crème brûlée torch', 'creme-brulee-torch'],
      ['Linen shirt', 'linen-shirt'],
      ['Linen shirt!', 'linen-shirt-'],
      ['часы', 'product-'],
      ['Imported shirt', 'handle-of-shopify'],
      ['Shirt of WooCommerce', 'shirt-of-woocommerce'],
    ] as const
    const products: { id: string; slug: string; updated_at?: Date }[] = []
    for (const [name, slug] of rows) {
      const { id } = await shop.product({ name })
      products.push({ id, slug: slug.endsWith('-') ? slug + id.slice(-6) : slug })
    }
    const [, , , , shopify, woocommerce] = products
    const handles = [
      { handle: 'handle-of-shopify', product_id: shopify?.id ?? '' },
      { handle: 'woocommerce-12', product_id: woocommerce?.id ?? '' },
    ]
    await shop.db.insertInto('product_handles').values(handles).execute()
    const before = await shop.db.selectFrom('products').select(['id', 'updated_at']).orderBy('id').execute()

    const run = shop.db.transaction().execute(async db => {
      await sql.raw('drop table product_slugs; alter table products drop column slug').execute(db)
      await sql.raw(await readFile(migration, 'utf8')).execute(db)

      const after = await db.selectFrom('products').select(['id', 'slug']).orderBy('id').execute()
      expect(after).toEqual(products)
      const slugs = await db
        .selectFrom('product_slugs')
        .select(['product_id as id', 'slug'])
        .orderBy('product_id')
        .execute()
      expect(slugs).toEqual(products)
      expect(await db.selectFrom('products').select(['id', 'updated_at']).orderBy('id').execute()).toEqual(before)
      throw new Undone()
    })

    await expect(run).rejects.toThrow(Undone)
  })
})
