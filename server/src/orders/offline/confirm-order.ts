import { gatewayNames, type OfflineWay, type PaymentMode, type Settings, type WayToPay } from '@mela/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/database.ts'
import { endOfDay } from '../../platform/database/days.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Invalidate } from '../../platform/database/invalidation.ts'
import { conflict } from '../../platform/http/errors.ts'
import { enqueueEmail } from '../../platform/mail/outbox.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { moveOrder, type PayableOrder } from '../move-order.ts'
import { bankRows } from './bank-details.ts'

export interface Later {
  way: OfflineWay
  mode: PaymentMode
  payments: Settings['payments']
}

/**
 * Confirms an order before it is paid, by transfer or on delivery: write what is due → move the order → tell the
 * customer → issue the invoice, which says how it is to be paid. The order must be locked.
 */
export async function confirmOrder(
  db: Transaction,
  invalidate: Invalidate,
  order: PayableOrder & { reference: string },
  { way, mode, payments }: Later,
): Promise<void> {
  const { id: order_id, userId: user_id, currency } = order
  const due = { amount_cents: order.payableCents, currency, gateway_mode: mode }
  const { cancelDays } = payments
  const isLimited = way === 'transfer' && cancelDays !== null
  const payment = await db
    .insertInto('payments')
    .values({
      ...{ id: newId(), order_id, user_id, gateway: way, status: 'pending', ...due },
      // No provider has an id for it.
      ...{ transaction_id: order_id, provider_order_id: order_id, update_time: sql<Date>`now()` },
      due_at: isLimited ? endOfDay(sql`now() + make_interval(days => ${cancelDays})`) : null,
    })
    .returning(['id', 'due_at'])
    .executeTakeFirstOrThrow()
  await db.updateTable('orders').set({ payment_id: payment.id }).where('id', '=', order_id).execute()
  await moveOrder(db, invalidate, order, 'processing', null)
  await enqueueEmail(db, { kind: 'order-confirmed', order: order_id })
  await issueInvoice(db, { id: payment.id, order_id, ...due })
  const rows = way === 'transfer' ? bankRows(payments, order) : []
  await db
    .updateTable('invoices')
    .set({ payable: JSON.stringify({ until: payment.due_at?.toISOString() ?? null, rows }) })
    .where('payment_id', '=', payment.id)
    .execute()
}

export const notOffered = (way: WayToPay) =>
  conflict(
    `${gatewayNames[way]} is not offered for this order. Please choose another way to pay.`,
    'gateway_not_offered',
  )
