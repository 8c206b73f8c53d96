import { paymentProblems } from '@mela/contract'
import type { Charge } from '../gateways/gateway.ts'
import { conflict, invalid, type ShopError } from '../http/errors.ts'
import { isPayable, type PayableOrder } from '../orders/order-payment.repository.ts'
import type { Problem } from '../payment-records/payments.repository.ts'

export const wrongAmount = () =>
  invalid({ amount: 'Payment amount does not match the order total.' }, 'amount_mismatch')
export const noLongerPayable = () => conflict('This order can no longer be paid.', 'order_not_payable')

/**
 * Why a charge must not pay an order; `ownPaymentId` is the payment that already records this charge. A payment that is
 * pending when its order is cancelled counts, and is refunded when its money arrives (B19).
 */
export function problemOf(order: PayableOrder, charge: Charge, ownPaymentId: string | undefined): Problem | null {
  if (charge.state === 'failed') return null
  if (charge.amount.cents !== order.totalCents || charge.amount.currency !== order.currency)
    return paymentProblems.amount

  const isLinked = order.paymentId !== null && order.paymentId === ownPaymentId
  if (order.paymentId !== null && !isLinked) return paymentProblems.duplicate

  const mayArrive = isLinked || (charge.state === 'pending' && order.status === 'cancelled')
  return isPayable(order) || (mayArrive && order.status !== 'refunded') ? null : paymentProblems.order
}

/** The refusal for a reported payment with a problem. */
export function refusalOfProblem(problem: string | null): ShopError | undefined {
  if (problem === null || problem === paymentProblems.unapproved) return undefined
  return problem === paymentProblems.amount ? wrongAmount() : noLongerPayable()
}
