import { type PaymentProblem, paymentProblems } from '@mela/contract'
import { isPayable, type PayableOrder } from '../orders/lock-order.ts'
import { conflict, invalid, type ShopError, unavailable } from '../platform/http/errors.ts'
import { type Charge, GatewayError, type Snapshot } from './gateways/gateway.ts'
import type { Session } from './payment-sessions.ts'

/** The buyer's browser may have changed payee, amount and reference since the shop opened the session. */
export function problemBeforeCapture(order: PayableOrder, snapshot: Snapshot, session: Session): PaymentProblem | null {
  const payee = problemOfPayee(snapshot, session)
  if (payee) return payee
  if (!isTotalOf(order, snapshot.amount)) return paymentProblems.changedAmount
  return session.attempt && snapshot.orderRef === order.id ? null : paymentProblems.changed
}

/** `ownPaymentId` already records this charge. A cancelled order's pending payment counts, and is refunded later. */
export function problemOfCharge(
  order: PayableOrder,
  snapshot: Snapshot & { charge: Charge },
  session: Session,
  ownPaymentId: string | undefined,
): PaymentProblem | null {
  const { charge } = snapshot
  if (charge.state === 'failed') return null
  const payee = problemOfPayee(snapshot, session)
  if (payee) return payee
  // More than the order's total is another sale, or sent to be returned: staff decide.
  if (!session.attempt && !isUpToTotalOf(order, charge.amount)) return paymentProblems.higherSession
  if (!isTotalOf(order, charge.amount)) return paymentProblems.amount
  if (snapshot.orderRef !== order.id) return paymentProblems.reference

  const isLinked = order.paymentId !== null && order.paymentId === ownPaymentId
  if (order.paymentId !== null && !isLinked) return paymentProblems.duplicate

  const mayArrive = isLinked || (charge.state === 'pending' && order.status === 'cancelled')
  if (!isPayable(order) && !(mayArrive && order.status !== 'refunded')) return paymentProblems.order
  return session.attempt ? null : paymentProblems.session
}

/** Only what goes to the shop in one piece and at once is the shop's to capture or to return. */
function problemOfPayee({ account, accountEmail, units, isShared }: Snapshot, session: Session): PaymentProblem | null {
  if (units !== 1) return paymentProblems.units
  if (isShared) return paymentProblems.shared
  const opened = session.attempt?.accountEmail ?? accountEmail
  if (accountEmail !== undefined && accountEmail !== opened) return paymentProblems.account
  return account === session.account ? null : paymentProblems.account
}

const isTotalOf = ({ totalCents, currency }: PayableOrder, amount: Snapshot['amount']) =>
  amount?.cents === totalCents && amount.currency === currency

const isUpToTotalOf = ({ totalCents, currency }: PayableOrder, amount: Charge['amount']) =>
  amount.cents <= totalCents && amount.currency === currency

export function refusalOfProblem(problem: string | null): ShopError | undefined {
  if (problem === null || problem === paymentProblems.unapproved) return undefined
  const otherAmounts: string[] = [paymentProblems.amount, paymentProblems.changedAmount, paymentProblems.higherSession]
  if (otherAmounts.includes(problem)) return wrongAmount()
  const isLate = problem === paymentProblems.duplicate || problem === paymentProblems.order
  return isLate ? noLongerPayable() : notAsOpened()
}

export const wrongAmount = () =>
  invalid({ amount: 'Payment amount does not match the order total.' }, 'amount_mismatch')

export const noLongerPayable = () => conflict('This order can no longer be paid.', 'order_not_payable')

export const namesNoOrder = () =>
  conflict('This payment names no order of this shop. Please contact us if you paid it here.', 'payment_of_other_order')

const notAsOpened = () =>
  conflict(
    'This payment is not the one that this shop asked for, so it does not count. Please pay again.',
    'payment_not_accepted',
  )

export function providerTrouble(error: unknown): never {
  throw error instanceof GatewayError ? unavailable(error) : error
}
