import { toCents } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { ROUND_AMOUNTS } from './price-bands.ts'
import { type Filters, onShelf } from './shelf.repository.ts'
import type { Match } from './terms.ts'

const HIGHEST_PRICE = 1e12

/** How many of the products found are alike in everything that can be filtered by. */
export interface Group {
  categoryId: string
  /** Between which two of the round amounts the price lies. */
  priceStep: number
  isPriceAsked: boolean
  stars: number
  isDiscounted: boolean
  inStock: boolean
  count: number
}

/** All that matches, whatever it is filtered by, in groups. */
export function listGroups(db: Database, match: Match, { minPrice, maxPrice }: Filters): Promise<Group[]> {
  const [from, to] = [toCents(minPrice ?? 0), toCents(maxPrice ?? HIGHEST_PRICE)]
  return onShelf(db, {}, {}, match)
    .select([
      'category_id as categoryId',
      sql<number>`width_bucket(price_cents, ${sql.lit(`{${ROUND_AMOUNTS}}`)}::bigint[]) - 1`.as('priceStep'),
      sql<boolean>`price_cents between ${from}::bigint and ${to}::bigint`.as('isPriceAsked'),
      sql<number>`floor(rating_average)`.as('stars'),
      'is_discounted as isDiscounted',
      'in_stock as inStock',
      eb => eb.fn.countAll<number>().as('count'),
    ])
    .groupBy(sql`1, 2, 3, 4, 5, 6`)
    .execute()
}
