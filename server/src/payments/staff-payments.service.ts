import type { Payment, ShownPayment } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { notFound } from '../http/errors.ts'
import type { SessionUser } from '../users/session-user.ts'
import { findOwnPayment, findPayment, listStaffRefunds } from './staff-payments.repository.ts'

/** For its customer and admins; for others it does not exist (B44). */
export async function showPayment(db: Database, visitor: SessionUser, id: string): Promise<ShownPayment> {
  const isAdmin = visitor.role === 'admin'
  const payment = await (isAdmin ? findPayment(db, id) : findOwnPayment(db, visitor.id, id))
  if (!payment) throw notFound('Payment not found.')
  return isAdmin ? { ...payment, refunds: await listStaffRefunds(db, [id]) } : payment
}

/** A payment that the visitor has reported: staff who buy are still staff (C18). */
export async function showReported(db: Database, visitor: SessionUser, payment: Payment): Promise<Payment> {
  return visitor.role === 'admin' ? showPayment(db, visitor, payment._id) : payment
}
