import type { PaymentMode } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/**
 * Real and play money never meet in one database (PAYMENTS §6): a shop that has ever taken real money opens with live
 * keys alone, and one with live keys not while orders wait to be sent that play money has paid.
 */
export async function refuseMixedMoney(db: Database, mode: PaymentMode): Promise<void> {
  if (mode === 'live' && (await hasUnsentTestOrders(db))) {
    throw new Error(
      'Orders that were paid with test money wait to be sent. Cancel or refund them before the shop goes live.',
    )
  }
  if (mode !== 'live' && (await hasLivePayments(db))) {
    throw new Error(`This database holds real payments. Open it with live PayPal keys; this would be ${mode} mode.`)
  }
}

async function hasLivePayments(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from payments where gateway_mode = 'live') as found`.execute(db)
  return rows[0]?.found === true
}

async function hasUnsentTestOrders(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from orders join payments on payments.id = orders.payment_id
      where orders.status in ('pending', 'processing') and gateway_mode <> 'live'
    ) as found`.execute(db)
  return rows[0]?.found === true
}
