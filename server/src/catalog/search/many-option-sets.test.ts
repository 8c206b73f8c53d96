import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { findProducts } from './find-products.ts'

const shop = startShop()

/** Products that have a colour of their own each, without their rows beside the index. */
async function productsOfOwnColours(count: number) {
  const { id } = await shop.product()
  await shop.db.transaction().execute(async db => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`insert into option_sets (id, variants) overriding system value
      select n, jsonb_build_array(jsonb_build_object('Size', 'M', 'Colour', 'Tone ' || n)) from generate_series(1, ${count}::int) n`.execute(
      db,
    )
    await sql`insert into product_index (product_id, category_number, price_cents, rating_average, is_active, is_discounted, in_stock, is_low,
        offered_set, stocked_set)
      select lpad(to_hex(n), 24, '0'), category_number, price_cents, 0, true, false, true, false, n, n
      from product_index, generate_series(1, ${count}::int) n where product_id = ${id}`.execute(db)
  })
}

it.each([
  [{ Size: ['M'] }, 300],
  [{ Colour: ['Tone 7'] }, 1],
  [{ Size: ['M'], Colour: ['Tone 7', 'Tone 8'] }, 2],
])('the options %o are found among hundreds of sets, in stock or not, in each order', async (option, count) => {
  await sql`truncate product_index, option_sets`.execute(shop.db)
  await productsOfOwnColours(300)

  for (const inStock of [true, false]) {
    for (const sort of ['newest', 'price-asc', 'rating'] as const) {
      const { ids, total } = await findProducts(shop.db, {}, { keyword: '', page: 1, size: 10, option, inStock, sort })
      expect([ids.length, total]).toEqual([Math.min(count, 10), count])
    }
  }
})
