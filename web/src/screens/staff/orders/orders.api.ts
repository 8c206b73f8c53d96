import { IDEMPOTENCY_HEADER, type OrderStatus, paymentProblems, type StaffOrder } from '@mela/contract'
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

/** What the server says about giving the order this status. */
export const findAction = ({ actions }: StaffOrder, wanted: OrderStatus) =>
  actions?.statuses.find(({ status }) => status === wanted)

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
