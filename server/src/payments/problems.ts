import { CURRENCY, paymentProblems } from '@mela/contract'
import { conflict, invalid, type ShopError } from '../http/errors.ts'
import { isPayable, type PayableOrder } from '../orders/order-payment.repository.ts'
import type { Charge } from './gateway.ts'

export const problems = paymentProblems
export type Problem = (typeof problems)[keyof typeof problems]

export const wrongAmount = () => invalid({ amount: 'Payment amount does not match the order total.' })
export const noLongerPayable = () => conflict('This order can no longer be paid.')

/**
 * What keeps a charge from paying an order; `ownPaymentId` names the payment that already stands for this charge. One that
 * was on its way when its order was cancelled counts, and goes back (B19).
 */
export function problemOf(order: PayableOrder, charge: Charge, ownPaymentId: string | undefined): Problem | null {
  if (charge.state === 'failed') return null
  if (charge.amount.cents !== order.totalCents || charge.amount.currency !== CURRENCY.code) return problems.amount

  const isLinked = order.paymentId !== null && order.paymentId === ownPaymentId
  if (order.paymentId !== null && !isLinked) return problems.duplicate

  return isPayable(order) || (isLinked && order.status !== 'refunded') ? null : problems.order
}

/** How a problem is answered to whoever reported the payment. */
export function refusalOf(problem: string | null): ShopError | undefined {
  if (problem === null || problem === problems.unapproved) return undefined
  return problem === problems.amount ? wrongAmount() : noLongerPayable()
}
