import { sql } from 'kysely'
import type { Database } from './database.ts'

export const orderNumber = sql<string | null>`orders.number_prefix || orders.number`

/** Prefixes are few, so the index is skipped through from one to the next. */
export async function findOrdersNumbered(db: Database, words: string[]): Promise<Map<string, string>> {
  const numbers = words.filter(word => /\d$/.test(word))
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ word: string; id: string }>`
    with recursive used as (
      (select number_prefix as prefix from orders where number is not null order by number_prefix limit 1)
      union all
      select (select number_prefix from orders where number is not null and number_prefix > used.prefix
        order by number_prefix limit 1)
      from used where used.prefix is not null
    ),
    asked as (
      select prefix, word, substr(word, length(prefix) + 1) as digits
      from used, unnest(${numbers}::text[]) as word where starts_with(word, lower(prefix))
    )
    select word, orders.id from asked join orders on number_prefix = prefix
      and number = case when digits ~ '^[1-9][0-9]{0,17}$' then digits::bigint end
    order by orders.id`.execute(db)
  return new Map(rows.map(({ word, id }) => [word, id]))
}

/** Payments and other records refer to orders by their ids. */
export async function withOrderIds(db: Database, keyword: string): Promise<string> {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const orders = await findOrdersNumbered(db, words)
  return words.map(word => orders.get(word) ?? word).join(' ')
}
