import { effectivePrice, fromCents, type Variant } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Gives each reduced variant the lowest price that was asked for it in the 30 days before the present one began. */
export async function withLowestPrices(db: Database, variants: Variant[]): Promise<Variant[]> {
  const reduced = variants.filter(variant => effectivePrice(variant) < variant.price).map(({ _id }) => _id)
  if (reduced.length === 0) return variants

  const { rows } = await sql<{ id: string; cents: number }>`
    with history as (
      select variant_id, since, cents, lead(since) over (partition by variant_id order by since) as until
      from price_history where variant_id = any(${reduced})
    ), present as (
      select variant_id, since as began from history where until is null
    )
    select variant_id as id, min(cents) as cents from history join present using (variant_id)
    where since < began and until > began - interval '30 days'
    group by variant_id`.execute(db)
  const lowest = new Map(rows.map(({ id, cents }) => [id, fromCents(cents)]))
  return variants.map(variant => {
    const lowestPrice = lowest.get(variant._id)
    return lowestPrice === undefined ? variant : { ...variant, lowestPrice }
  })
}
