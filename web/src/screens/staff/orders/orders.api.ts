import { IDEMPOTENCY_HEADER, type OrderStatus, paymentProblems, type StaffOrder } from '@mela/contract'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { call, orMissing } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { createRequestKey } from '../../../lib/request-key.ts'

export const staffOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'staff', id],
    queryFn: () => orMissing(call('GET /orders/:id', { params: { id } })),
    staleTime: 0,
  })

/** A status change affects stock, payments and the dashboard's figures; a refusal says that the order has changed. */
export function useOrderCalls(id: string) {
  const after = useRefreshAfter('orders', 'payments', 'products', 'dashboard')
  const [key] = useState(createRequestKey)

  async function addNote(body: { text: string }) {
    const headers = { [IDEMPOTENCY_HEADER]: key.of({ id, body }) }
    const answer = await after(call('POST /orders/:id/notes', { params: { id }, body, headers }))
    key.renew()
    return answer
  }

  return {
    addNote,
    deleteNote: (noteId: string) => after(call('DELETE /orders/:id/notes/:noteId', { params: { id, noteId } })),
    cancel: () => after(call('PATCH /orders/:id/cancel', { params: { id } })),
    updateStatus: (change: { status: OrderStatus; from: OrderStatus }) =>
      after(call('PATCH /orders/:orderId/update', { params: { orderId: id }, body: { orderId: id, ...change } })),
  }
}

/** What the server says about giving the order this status. */
export const findAction = ({ actions }: StaffOrder, wanted: OrderStatus) =>
  actions?.statuses.find(({ status }) => status === wanted)

type Person = { name: { firstName: string; lastName: string } } | null | undefined

const PROVIDER = 'the payment provider'
const THE_SHOP = 'the shop'

const nameOf = (person: Person, fallback: string) =>
  person ? `${person.name.firstName} ${person.name.lastName}` : fallback

/** All events of an order and its payments, newest first. */
export function orderEvents({ history = [], payments = [] }: Pick<StaffOrder, 'history' | 'payments'>) {
  const moves = history.map(({ status, at, by }, i) => ({
    key: `move-${i}`,
    at,
    text: i === 0 ? 'Placed' : `${status.slice(0, 1).toUpperCase()}${status.slice(1)}`,
    by: nameOf(by, THE_SHOP),
    note: undefined,
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
