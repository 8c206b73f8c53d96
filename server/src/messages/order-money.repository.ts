import { type PaymentGatewayName, SPEC_GATEWAY } from '@mela/contract'
import { sql } from 'kysely'
import { CANCELLED } from '../payments/queue-automatic-refund.ts'
import type { Database } from '../platform/database/database.ts'

/** Amounts are in cents. */
export interface OrderMoney {
  paid: number
  refunded: number
  /** A cancelled order's money goes back. */
  returning: number
  /** The provider decides about the unrefunded rest. */
  isContested: boolean
  isPending: boolean
  gateway: PaymentGatewayName
}

export async function findOrderMoney(db: Database, orderId: string): Promise<OrderMoney> {
  const { rows } = await sql<OrderMoney>`
    select
      coalesce(sum(amount_cents) filter (where status = 'completed'), 0)::bigint as paid,
      coalesce(sum(refunded_cents) filter (where status = 'completed'), 0)::bigint as refunded,
      coalesce(sum((
        select sum(refunds.amount_cents) from refunds
        where payment_id = payments.id and origin = 'automatic' and reason = ${CANCELLED}
          and state <> 'failed' and not (disputed and state = 'queued')
      )), 0)::bigint as returning,
      coalesce(bool_or(disputed and status <> 'failed' and refunded_cents < amount_cents), false) as "isContested",
      coalesce(bool_or(status = 'pending' and problem is null), false) as "isPending",
      coalesce(max(gateway), ${SPEC_GATEWAY}) as gateway
    from payments where order_id = ${orderId}`.execute(db)
  return rows[0] ?? { paid: 0, refunded: 0, returning: 0, isContested: false, isPending: false, gateway: SPEC_GATEWAY }
}

/** `refund` is the provider's id; the amount is in cents. */
export async function findRefundedAmount(db: Database, orderId: string, refundId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.amount_cents as cents')
    .where('order_id', '=', orderId)
    .where('provider_refund_id', '=', refundId)
    .executeTakeFirst()
  return row?.cents
}
