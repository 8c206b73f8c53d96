import {
  IDEMPOTENCY_HEADER,
  leftToRefund,
  nextStatuses,
  type OrderStatus,
  paymentProblems,
  type StaffOrder,
  toCents,
} from '@mela/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, orMissing } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { createRequestKey } from '../../../lib/request-key.ts'

export const staffOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'staff', id],
    queryFn: () => orMissing(call('GET /orders/:id', { params: { id } })),
    staleTime: 0,
  })

/** Reloads the order after a refusal too: its status has changed meanwhile. */
export function useUpdateStatus(orderId: string) {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: (change: { status: OrderStatus; from: OrderStatus }) => {
      if (!orderId) throw new ApiError(400, { message: 'Order ID or status is missing.' })
      return call('PATCH /orders/:orderId/update', { params: { orderId }, body: { orderId, ...change } })
    },
    onSettled: refresh,
  })
}

export function useCancelOrderAsStaff(id: string) {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: () => call('PATCH /orders/:id/cancel', { params: { id } }),
    onSettled: refresh,
  })
}

export function useAddNote(id: string) {
  const refresh = useRefreshOrders()
  const [key] = useState(createRequestKey)
  return useMutation({
    mutationFn: (body: { text: string }) =>
      call('POST /orders/:id/notes', { params: { id }, body, headers: { [IDEMPOTENCY_HEADER]: key.of({ id, body }) } }),
    onSuccess: () => {
      key.renew()
      return refresh()
    },
  })
}

export function useDeleteNote(id: string) {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: (noteId: string) => call('DELETE /orders/:id/notes/:noteId', { params: { id, noteId } }),
    onSettled: refresh,
  })
}

/** A status change affects stock, payments and the dashboard's figures. */
function useRefreshOrders() {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, 'orders', 'payments', 'products', 'dashboard')
}

type Paid = NonNullable<StaffOrder['payments']>[number]

/** Why an order cannot get this status now; undefined where it can. The server decides. */
export function whyNot(order: Pick<StaffOrder, 'status' | 'payments'>, next: OrderStatus): string | undefined {
  const { status, payments = [] } = order
  if (next === status) return 'Its status now.'
  if (!nextStatuses[status].includes(next)) return refusals[status] ?? `An order that is ${status} cannot go back.`
  const paid = payments.find(payment => payment.status === 'completed')
  if (next === 'refunded' && !paid) return 'Nothing was paid for it.'
  if (next === 'refunded' && paid?.reversed) return 'The bank has taken the money back: nothing is left to refund.'
  const isSent = next === 'shipped' || (next === 'delivered' && status !== 'shipped')
  if (isSent && paid?.disputed) return 'Its payment is disputed: it must not be sent now.'
  return isSent && paid && isReturning(paid) ? 'Its payment is on its way back: it must not be sent now.' : undefined
}

/** Whether refunds cover the whole payment; a refused one covers nothing. */
function isReturning({ amount, refunds }: Paid): boolean {
  const asked = refunds.filter(({ state }) => state !== 'failed')
  return asked.reduce((cents, refund) => cents + toCents(refund.amount), 0) >= toCents(amount)
}

/** An order that continues without its payment cannot be paid any more. */
export function staysUnpaid(
  { status, payments = [] }: Pick<StaffOrder, 'status' | 'payments'>,
  next: OrderStatus,
): string | undefined {
  const isPaid = payments.some(payment => payment.status === 'completed')
  if (isPaid || status !== 'pending' || next === 'cancelled') return undefined
  return 'Nothing was paid for this order. It cannot be paid afterwards, and this cannot be undone.'
}

/** Why an order must not be sent, as a sentence for its packing slip; undefined when it may be or was sent. */
export function whyNotSent({ status, payments = [] }: Pick<StaffOrder, 'status' | 'payments'>): string | undefined {
  if (status === 'cancelled' || status === 'refunded') return `This order was ${status}: do not send it.`
  const paid = payments.find(payment => payment.status === 'completed')
  if (!paid) return 'Nothing was paid for this order.'
  if (paid.disputed) return 'The payment of this order is disputed: do not send it now.'
  return isReturning(paid) ? 'The payment of this order is on its way back: do not send it.' : undefined
}

const refusals: Partial<Record<OrderStatus, string>> = {
  pending: 'Nothing was paid for it.',
  delivered: 'What was delivered can only be refunded.',
  cancelled: 'A cancelled order can only be refunded.',
  refunded: 'A refunded order is closed.',
}

/** The decimal amount that goes back by itself when the order gets this status; 0 when none does. */
export function goesBack({ payments = [] }: Pick<StaffOrder, 'payments'>, status: OrderStatus): number {
  const payment = payments.find(({ status, problem }) => status === 'completed' && problem === null)
  const isReturned = status === 'refunded' || (status === 'cancelled' && !payment?.disputed)
  return payment && isReturned && !payment.reversed ? Math.max(0, leftToRefund(payment)) : 0
}

/** The effect of cancelling on the payment, as a sentence; undefined when nothing was paid. */
export function refundSentence({ payments = [] }: Pick<StaffOrder, 'payments'>): string | undefined {
  const payment = payments.find(({ status, problem }) => status !== 'failed' && problem === null)
  if (!payment) return undefined
  if (payment.status === 'pending') return 'Its payment has not arrived yet; should it arrive, it goes straight back.'

  const left = leftToRefund(payment)
  if (left <= 0) return 'All that was paid for it is on its way back or has gone back already.'
  if (payment.reversed) return 'The bank has taken its payment back: nothing is left to refund.'
  if (payment.disputed)
    return `Its payment is disputed: the payment provider decides who gets the ${priceText(left, payment.currency)}.`
  return `${priceText(left, payment.currency)} goes back to its customer by itself.`
}

export interface OrderEvent {
  key: string
  at: string
  text: string
  /** The user; the system when there is none. */
  by: string
  /** Further details. */
  note?: string | undefined
}

type Person = { name: { firstName: string; lastName: string } } | null | undefined

const PROVIDER = 'the payment provider'
const THE_SHOP = 'the shop'

const nameOf = (person: Person, fallback: string) =>
  person ? `${person.name.firstName} ${person.name.lastName}` : fallback

/** All events of an order and its payments, newest first. */
export function orderEvents({ history = [], payments = [] }: Pick<StaffOrder, 'history' | 'payments'>): OrderEvent[] {
  const moves = history.map(({ status, at, by }, i) => ({
    key: `move-${i}`,
    at,
    text: i === 0 ? 'Placed' : `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`,
    by: nameOf(by, THE_SHOP),
  }))
  const tries = payments
    .filter(({ status, problem }) => status === 'failed' || problem)
    .map(({ _id, update_time, amount, currency, problem }) => ({
      key: _id,
      at: update_time,
      text: `Payment of ${priceText(amount, currency)} refused`,
      by: problem === null || problem === paymentProblems.unapproved ? PROVIDER : THE_SHOP,
      note: problem ?? undefined,
    }))
  const refunds = payments
    .flatMap(payment => payment.refunds)
    .map(refund => ({
      key: refund._id,
      at: refund.createdAt,
      text: `Refund of ${priceText(refund.amount, refund.currency)} ${refundWords[refund.state]}`,
      by: refund.state === 'failed' ? PROVIDER : nameOf(refund.by, refund.origin === 'provider' ? PROVIDER : THE_SHOP),
      note: refund.failure ?? refund.reason ?? undefined,
    }))
  return [...moves, ...tries, ...refunds].sort((a, b) => b.at.localeCompare(a.at))
}

const refundWords = { queued: 'requested', pending: 'sent', completed: 'made', failed: 'refused' } as const
