import { sql, type Transaction } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Tables } from '../database/tables.ts'
import { mediaFields } from '../media/media.repository.ts'
import type { PricedCart, PricedLine } from './quote.ts'

/**
 * The present price and stock of each product. The stock rows stay locked until the transaction ends, in id order, so
 * that two orders never deadlock. Unknown and deleted products come back inactive.
 */
export async function lockPricedLines(db: Transaction<Tables>, ids: string[]): Promise<PricedCart[]> {
  const rows = await db
    .selectFrom('products')
    .innerJoin('stock', 'stock.product_id', 'products.id')
    .select(['id', 'name', 'price_cents as price', 'on_sale as onSale', 'sale_price_cents as salePrice'])
    .select(['stock.quantity as stock', sql<boolean>`is_active and deleted_at is null`.as('isActive')])
    .select(product =>
      jsonObjectFrom(
        product.selectFrom('media').select(mediaFields).whereRef('media.id', '=', 'products.thumbnail_id'),
      ).as('picture'),
    )
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forUpdate('stock')
    .execute()

  const offers = new Map(rows.map(pricedCart => [pricedCart.id, pricedCart]))
  return ids.map(id => offers.get(id) ?? { id, ...nothing })
}

const nothing = { name: '', price: 0, onSale: false, salePrice: 0, isActive: false, stock: 0, picture: null }

/** Takes the priced units from the stock and records them; fails as a whole on a shortage. */
export async function takeStock(db: Transaction<Tables>, orderId: string, lines: PricedLine[]): Promise<void> {
  const ids = lines.map(({ product }) => product.id)
  const quantities = lines.map(({ quantity }) => quantity)
  const { numAffectedRows } = await sql`
    with taken as (
      update stock set quantity = stock.quantity - wanted.quantity
      from unnest(${ids}::text[], ${quantities}::int[]) as wanted (product_id, quantity)
      where stock.product_id = wanted.product_id and stock.quantity >= wanted.quantity
      returning stock.product_id, wanted.quantity as quantity
    )
    insert into stock_ledger (product_id, delta, reason, order_id)
    select product_id, -quantity, 'order', ${orderId} from taken`.execute(db)
  if (numAffectedRows !== BigInt(lines.length)) throw new Error('This stock is not there.')
}

/** Returns an order's stock, once however often it is called, and answers which products were out of stock. */
export async function releaseStock(
  db: Transaction<Tables>,
  orderId: string,
): Promise<{ productId: string; wasOut: boolean }[]> {
  const taken = db.selectFrom('stock').innerJoin('stock_ledger', 'stock_ledger.product_id', 'stock.product_id')
  const ofOrder = taken.select('stock.product_id').where('order_id', '=', orderId).where('reason', '=', 'order')
  await ofOrder.orderBy('stock.product_id').forUpdate('stock').execute()
  const released = await sql<{ productId: string; wasOut: boolean }>`
    with written as (
      insert into stock_ledger (product_id, delta, reason, order_id)
      select product_id, -delta, 'release', order_id from stock_ledger where order_id = ${orderId} and reason = 'order'
      on conflict do nothing
      returning product_id, delta
    )
    update stock set quantity = stock.quantity + written.delta
    from written where stock.product_id = written.product_id
    returning stock.product_id as "productId", stock.quantity = written.delta as "wasOut"`.execute(db)
  return released.rows
}
