import type { PaymentMode } from '@mela/contract'
import type { Transaction } from '../../platform/database/database.ts'
import type { Invalidate } from '../../platform/database/invalidation.ts'
import { enqueueEmail } from '../../platform/mail/outbox.ts'
import { issueInvoiceOfCards } from '../invoices/issue-invoice.ts'
import { lockOrder, moveOrder } from '../move-order.ts'
import { issueGiftCards } from './issue-gift-cards.ts'

/** Closes an order of which discounts and gift cards leave nothing to pay: move it → email → cards it bought → invoice. */
export async function closeCovered(
  db: Transaction,
  invalidate: Invalidate,
  orderId: string,
  mode: PaymentMode,
): Promise<void> {
  const order = await lockOrder(db, orderId)
  if (order?.payableCents !== 0) throw new Error(`Something is left to pay of order ${orderId}.`)
  await moveOrder(db, invalidate, order, 'processing', null)
  await enqueueEmail(db, { kind: 'order-paid', order: orderId })
  await issueGiftCards(db, invalidate, orderId)
  await issueInvoiceOfCards(db, orderId, mode !== 'live')
}
