import type { DiscountOffer } from '@mela/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/database.ts'

/** Writes that an order has these discounts, which `lockOffers` has locked. */
export async function takeUses(db: Transaction, orderId: string, offers: DiscountOffer[]): Promise<void> {
  if (offers.length === 0) return
  const ids = offers.map(({ id }) => id)
  const codes = offers.map(({ code }) => code)
  await sql`
    insert into discount_uses (order_id, discount_id, code)
    select ${orderId}, * from unnest(${ids}::text[], ${codes}::text[])`.execute(db)
  await sql`
    update discount_codes set order_id = ${orderId}
    where discount_id = any(${ids}) and code = any(${codes}) and is_single_use`.execute(db)
  await changeUses(db, orderId, 1)
}

/** Gives back what an order has taken; once, because its rows go. */
export async function returnUses(db: Transaction, orderId: string): Promise<void> {
  await changeUses(db, orderId, -1)
  await db.updateTable('discount_codes').set({ order_id: null }).where('order_id', '=', orderId).execute()
  await db.deleteFrom('discount_uses').where('order_id', '=', orderId).execute()
}

/** Rows are locked by their ids, as orders that are placed lock them. */
async function changeUses(db: Transaction, orderId: string, change: 1 | -1): Promise<void> {
  await sql`
    update discounts set uses = uses + ${change} from (
      select id from discounts where id in (select discount_id from discount_uses where order_id = ${orderId})
      order by id for no key update
    ) as used where discounts.id = used.id`.execute(db)
}
