import { CURRENCY, type OrderStatus, type PaymentStatus, SPEC_GATEWAY } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { idAt } from '../../platform/database/ids.ts'
import { hoursAfter } from './demo-catalogue.ts'
import type { PastOrder } from './past-orders.ts'

/** No provider knows payments of this id prefix. */
export const DEMO_PAYMENT = 'DEMO'
const NEVER = new Date('9999-12-31')

/** Only a captured payment is linked to its order. */
export async function insertPayments(db: Database, orders: PastOrder[]): Promise<void> {
  const payments = orders.flatMap(paymentRows)
  await db
    .insertInto('payment_attempts')
    .values(
      payments.map(payment => ({
        id: idAt(payment.created_at),
        order_id: payment.order_id,
        gateway: payment.gateway,
        number: payment.number,
        provider_order_id: payment.provider_order_id,
        amount_cents: payment.amount_cents,
        state: 'closed' as const,
        created_at: payment.created_at,
      })),
    )
    .execute()
  await db
    .insertInto('payments')
    .values(payments.map(({ number: _, ...payment }) => payment))
    .execute()
  await insertRefunds(db, payments, orders)
  await sql`
    update orders set payment_id = payments.id from payments
    where payments.order_id = orders.id and payments.status = 'completed'`.execute(db)
}

async function insertRefunds(
  db: Database,
  payments: ReturnType<typeof paymentRows>,
  orders: PastOrder[],
): Promise<void> {
  const cancelled = new Set(orders.filter(({ story }) => story.moves.at(-1)?.to === 'cancelled').map(({ id }) => id))
  const refunds = payments.flatMap(({ id, amount_cents, currency, refunded_at, transaction_id, order_id }) => {
    if (!refunded_at) return []
    const names = { id: idAt(refunded_at), payment_id: id, request_id: id, provider_refund_id: `${transaction_id}R` }
    const how = {
      state: 'completed' as const,
      origin: cancelled.has(order_id) ? ('automatic' as const) : ('staff' as const),
    }
    return [{ ...names, ...how, amount_cents, currency, created_at: refunded_at }]
  })
  if (refunds.length > 0) await db.insertInto('refunds').values(refunds).execute()
}

interface Try {
  status: PaymentStatus
  created_at: Date
  refunded_at: Date | null
}

function triesOf({ placedAt, story }: PastOrder): Try[] {
  const timeOf = (status: OrderStatus) => {
    const move = story.moves.find(({ to }) => to === status)
    return move ? hoursAfter(placedAt, move.hours) : null
  }
  const paidAt = timeOf('processing')

  const tries: Try[] = []
  if (story.declined) tries.push({ status: 'failed', created_at: hoursAfter(placedAt, 0.05), refunded_at: null })
  if (paidAt)
    tries.push({ status: 'completed', created_at: paidAt, refunded_at: timeOf('refunded') ?? timeOf('cancelled') })
  return tries
}

function paymentRows(order: PastOrder) {
  const providerId = `${DEMO_PAYMENT}${order.id.slice(0, 12).toUpperCase()}`
  return triesOf(order).map((attempt, i) => ({
    ...attempt,
    id: idAt(attempt.created_at),
    number: i + 1,
    user_id: order.customer.id,
    order_id: order.id,
    gateway: SPEC_GATEWAY,
    gateway_mode: 'test' as const,
    transaction_id: `${providerId}C${i + 1}`,
    provider_order_id: `${providerId}O${i + 1}`,
    amount_cents: order.totals.totalPrice,
    currency: CURRENCY.code,
    email_address: order.customer.email,
    update_time: attempt.refunded_at ?? attempt.created_at,
    next_check_at: NEVER,
    refunded_cents: attempt.refunded_at ? order.totals.totalPrice : 0,
  }))
}
