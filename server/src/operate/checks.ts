import { sql } from 'kysely'
import { findBreakInAuditLog } from '../audit/audit.repository.ts'
import type { Database } from '../database/database.ts'

export interface Finding {
  isFine: boolean
  line: string
}

export async function checkAuditLog(db: Database): Promise<Finding> {
  const broken = await findBreakInAuditLog(db)
  if (broken === undefined) return { isFine: true, line: 'Audit log: every entry fits the one before it.' }
  return { isFine: false, line: `Audit log: entry ${broken} does not fit; it, or one before it, was tampered with.` }
}

/** What is on the shelves must be what the ledger sums up to. */
export async function checkStock(db: Database): Promise<Finding> {
  const { rows } = await sql<{ product: string; quantity: number; booked: number }>`
    select coalesce(stock.product_id, ledger.product_id) as product, coalesce(quantity, 0) as quantity,
      coalesce(booked, 0) as booked
    from stock full join
      (select product_id, sum(delta)::int as booked from stock_ledger group by product_id) ledger using (product_id)
    where coalesce(quantity, 0) <> coalesce(booked, 0)`.execute(db)
  const [first] = rows
  if (!first) return { isFine: true, line: 'Stock: every quantity is what its ledger sums up to.' }

  const { product, quantity, booked } = first
  const others = rows.length > 1 ? `, and ${rows.length - 1} more` : ''
  return { isFine: false, line: `Stock: product ${product} has ${quantity}, its ledger says ${booked}${others}.` }
}

export async function checkOutbox(db: Database): Promise<Finding> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where state < 'completed') as waiting, count(*) filter (where state = 'failed') as failed
    from pgboss.job where name = 'letters'`.execute(db)
  const { waiting = 0, failed = 0 } = rows[0] ?? {}
  return { isFine: failed === 0, line: `Outbox: ${waiting} letters wait, ${failed} were given up within the hour.` }
}
