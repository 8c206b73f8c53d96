import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/**
 * An order of the demo's accounts, paid with test money, or in a shop of no real payment goes; its units return.
 * Answers how many.
 */
export async function deleteTestOrders(db: Transaction<Tables>, people: string[]): Promise<number> {
  const isReal = await tookRealMoney(db)
  const ids = await listTestOrders(db, people, isReal)
  const ofOrders = sql<string>`any(${ids})`
  await giveStockBack(db, ids)
  await db.deleteFrom('stock_ledger').where('order_id', '=', ofOrders).execute()
  await sql`
    delete from disputes where (payment_id is null and not ${isReal}::boolean)
      or payment_id in (select id from payments where order_id = any(${ids}))`.execute(db)
  await sql`delete from refunds using payments where payment_id = payments.id and order_id = any(${ids})`.execute(db)
  await db.updateTable('orders').set({ payment_id: null }).where('id', '=', ofOrders).execute()
  await db.deleteFrom('payments').where('order_id', '=', ofOrders).execute()
  await db.deleteFrom('orders').where('id', '=', ofOrders).execute()
  // The invoices were deleted with their orders.
  await sql`delete from invoice_counters where is_test and not exists (select from invoices where is_test)`.execute(db)
  if (!isReal) await db.deleteFrom('webhook_events').execute()
  return ids.length
}

async function tookRealMoney(db: Transaction<Tables>): Promise<boolean> {
  const real = db.selectFrom('payments').select('id').where('gateway_mode', '=', 'live').limit(1)
  return (await real.executeTakeFirst()) !== undefined
}

async function listTestOrders(db: Transaction<Tables>, people: string[], isReal: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where not exists (select from payments where order_id = orders.id and gateway_mode = 'live')
      and (not ${isReal}::boolean or user_id = any(${people}) or exists (select from payments where order_id = orders.id))
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

async function giveStockBack(db: Transaction<Tables>, orders: string[]): Promise<void> {
  await sql`
    update stock set quantity = quantity - moved.delta
    from (
      select variant_id, sum(delta)::int as delta from stock_ledger where order_id = any(${orders}) group by variant_id
    ) moved
    where stock.variant_id = moved.variant_id and moved.delta <> 0`.execute(db)
}
