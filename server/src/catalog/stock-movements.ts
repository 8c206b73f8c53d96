import type { StockMovement } from '@mela/contract'
import { actorOf } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { countRows } from '../platform/database/ids.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { namedValues } from './product-rows.ts'
import { ADMIN, visibleProduct } from './show-products.ts'

interface Asked {
  page: number
  size: number
  variant?: string | undefined
}

/** Deleted variants' changes are included. */
export async function showStockMovements(db: Database, id: string, { page, size, variant }: Asked) {
  const { options } = await visibleProduct(db, id, ADMIN)
  const ofProduct = db.selectFrom('stock_ledger').where('stock_ledger.product_id', '=', id)
  const asked = variant === undefined ? ofProduct : ofProduct.where('stock_ledger.variant_id', '=', variant)
  const total = await countRows(asked)
  const rows = await asked
    .innerJoin('variants', 'variants.id', 'stock_ledger.variant_id')
    .leftJoin('users', 'users.id', 'stock_ledger.actor_id')
    .leftJoin('orders', 'orders.id', 'stock_ledger.order_id')
    .select([
      'stock_ledger.id',
      'stock_ledger.created_at',
      'variant_id',
      'option_values',
      'variants.deleted_at',
      'delta',
    ])
    .select(['reason', 'order_id', orderNumber.as('number'), 'actor_id', 'users.first_name', 'users.last_name'])
    .orderBy('stock_ledger.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const movements = rows.map(
    (row): StockMovement => ({
      id: row.id,
      at: row.created_at.toISOString(),
      variant: {
        _id: row.variant_id,
        options: namedValues(namesFor(row.option_values, options), row.option_values),
        isDeleted: row.deleted_at !== null,
      },
      delta: row.delta,
      reason: row.reason,
      order: row.order_id,
      orderNumber: row.number,
      actor: actorOf(row),
    }),
  )
  return { rows: movements, total }
}

/** The values of a deleted variant were those of the product's options at that time. */
const namesFor = (values: string[], options: { name: string }[]) =>
  values.length === options.length ? options : values.map((_, index) => ({ name: `Option ${index + 1}` }))
