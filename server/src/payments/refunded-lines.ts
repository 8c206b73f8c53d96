import {
  allot,
  type BodyOf,
  type Calls,
  costsOf,
  fromCents,
  type Order,
  type StaffOrder,
  sumOf,
  unitsCost,
} from '@mela/contract'
import { sql } from 'kysely'
import { cardNoteOf } from '../orders/invoices/issue-invoice.ts'
import { findOrder } from '../orders/read-orders.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors.ts'

export type WantedUnits = NonNullable<BodyOf<Calls['POST /orders/:id/refunds']>['lines']>

/** Cents that go back for units of a line, or for the delivery. */
type RefundedUnits = WantedUnits[number] & { cents: number }

type LineToRefund = ReturnType<typeof costsOf>[number] & { refunded: { quantity: number; cents: number } }

/** Says what staff can refund line by line, of which `left`, a decimal, is the most. */
export async function showRefundable(db: Database, order: Order, left: number): Promise<StaffOrder['refundable']> {
  if (left <= 0) return undefined
  const lines = await listLinesToRefund(db, order)
  return {
    left,
    lines: lines.map(({ line, quantity, cents, refunded }) => ({
      ...{ line, quantity, amount: fromCents(cents) },
      refunded: { quantity: refunded.quantity, amount: fromCents(refunded.cents) },
    })),
  }
}

/**
 * Finds what units of an order cost; together no more than is left, because amounts were refunded, too.
 * Throws `conflict` for units that were refunded already. Lock the order first.
 */
export async function chooseUnits(db: Transaction, orderId: string, wanted: WantedUnits, left: number) {
  const order = await findOrder(db, orderId)
  const lines = order ? await listLinesToRefund(db, order) : []
  const chosen = wanted.map(({ line, quantity }): RefundedUnits => {
    const known = lines.find(known => known.line === line)
    if (!known) throw notFound('This line cannot be refunded by units.')
    if (known.refunded.quantity + quantity > known.quantity)
      throw conflict('Some of these units were refunded already. Look at the order again.', 'already_refunded')
    return { line, quantity, cents: unitsCost(known, known.refunded, quantity) }
  })
  const costs = chosen.map(({ cents }) => cents)
  if (sumOf(costs) === 0) throw conflict('Nothing was paid for these units.', 'nothing_to_refund')
  const parts = allot(Math.min(left, sumOf(costs)), costs)
  return chosen.map((units, position) => ({ ...units, cents: parts[position] ?? 0 }))
}

async function listLinesToRefund(db: Database, order: Order): Promise<LineToRefund[]> {
  const rows = await db
    .selectFrom('refunded_lines')
    .leftJoin('refunds', 'refunds.id', 'refund_id')
    .select('line')
    .select([sql<number>`sum(quantity)::integer`.as('quantity'), sql<number>`sum(cents)::bigint`.as('cents')])
    .where('order_id', '=', order._id)
    .where(sql<boolean>`state is distinct from 'failed'`)
    .groupBy('line')
    .execute()
  const refundedOf = (line: number | null) => rows.find(row => row.line === line) ?? { quantity: 0, cents: 0 }
  return costsOf(order).map(cost => ({ ...cost, refunded: refundedOf(cost.line) }))
}

interface Ways {
  orderId: string
  requestId: string
  toCards: number
  refundId: string | undefined
}

/** Writes what a refund is of. What cards get is of the first lines. */
export async function insertRefundedLines(db: Transaction, units: RefundedUnits[], ways: Ways): Promise<void> {
  const { orderId: order_id, requestId, toCards, refundId } = ways
  let left = toCards
  const rows = units.flatMap(({ line, quantity, cents }) => {
    const byCards = Math.min(left, cents)
    left -= byCards
    const byProvider = refundId !== undefined && (byCards < cents || byCards === 0)
    const card = {
      order_id,
      line,
      quantity: byProvider ? 0 : quantity,
      cents: byCards,
      card_note: cardNoteOf(requestId),
    }
    return [
      ...(byCards > 0 || !byProvider ? [card] : []),
      ...(byProvider ? [{ order_id, line, quantity, cents: cents - byCards, refund_id: refundId }] : []),
    ]
  })
  await db.insertInto('refunded_lines').values(rows).execute()
}
