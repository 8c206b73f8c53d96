import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { hoursAfter } from './days-ago.ts'
import type { DemoProduct } from './demo-products.ts'
import { inTime, type PastOrder } from './past-orders.ts'

/** Opens each variant with its present stock and what its orders took, so that the ledger adds up. */
export async function insertStock(db: Database, products: DemoProduct[], orders: PastOrder[]): Promise<void> {
  const moves = inTime(orders.flatMap(stockMoves))
  const variants = products.flatMap(({ id, since, variants }) => variants.map(one => ({ ...one, product: id, since })))
  const openings = variants.map(({ id, product, stock, since }) => {
    const sold = moves.filter(move => move.variant_id === id).reduce((sum, move) => sum - move.delta, 0)
    return { variant_id: id, product_id: product, delta: stock + sold, reason: 'opening' as const, created_at: since }
  })
  await sql`
    update stock set quantity = given.quantity
    from unnest(${variants.map(({ id }) => id)}::text[], ${variants.map(({ stock }) => stock)}::int[]) as given (id, quantity)
    where variant_id = given.id and given.quantity > 0`.execute(db)
  await db
    .insertInto('stock_ledger')
    .values(inTime(openings.filter(opening => opening.delta > 0)))
    .execute()
  await db.insertInto('stock_ledger').values(moves).execute()
}

/** Cancelling or refunding before shipment returns the stock. */
function stockMoves({ id, placedAt, story, lines }: PastOrder) {
  const wasShipped = story.moves.some(({ to }) => to === 'shipped')
  const end = story.moves.find(({ to }) => to === 'cancelled' || to === 'refunded')
  return lines.flatMap(({ product, variant, quantity }) => {
    const move = { order_id: id, variant_id: variant.id, product_id: product.id }
    const taken = { ...move, delta: -quantity, reason: 'order' as const, created_at: placedAt }
    if (!end || wasShipped) return [taken]
    return [
      taken,
      { ...move, delta: quantity, reason: 'release' as const, created_at: hoursAfter(placedAt, end.hours) },
    ]
  })
}
