import { IDEMPOTENCY_HEADER, isOffline, type OrderStatus, type StaffOrder, sumOf, toCents } from '@mela/contract'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { subjectQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { createRequestKey } from '../../../lib/request-key.ts'

export const staffOrderQuery = (id: string) => ({
  ...subjectQuery('GET /orders/:id', { params: { id } }),
  staleTime: 0,
})

/** What the server says about giving the order this status. */
export const findAction = ({ actions }: StaffOrder, wanted: OrderStatus) =>
  actions?.statuses.find(({ status }) => status === wanted)

/** Cents that its gift cards paid and did not get back. */
export const leftOnCards = ({ giftCards }: StaffOrder) =>
  sumOf(giftCards.map(({ amount, amountRefunded }) => toCents(amount) - toCents(amountRefunded)))

export const unitsRefunded = ({ refundable }: StaffOrder, position: number) =>
  refundable?.lines.find(({ line }) => line === position)?.refunded.quantity ?? 0

export const isPaidByHand = ({ payments = [] }: StaffOrder) =>
  payments.some(({ status, paymentGateway }) => status === 'completed' && isOffline(paymentGateway))

/** How what gift cards do not get of a refund goes back. */
export function wayOfRest(order: StaffOrder, rest: string): string {
  if (isPaidByHand(order)) return `Return ${rest} to the customer yourself: the shop records that you did.`
  return findAction(order, 'refunded')?.refusal ?? `The payment provider returns ${rest} the way it came.`
}

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
    cancel: (from: OrderStatus) => after(call('PATCH /orders/:id/cancel', { params: { id }, query: { from } })),
    correctEmail: (body: { email: string }) => after(call('PUT /orders/:id/email', { params: { id }, body })),
    review: () => after(call('POST /orders/:id/reviewed', { params: { id } })),
    updateStatus: (change: { status: OrderStatus; from: OrderStatus }) =>
      after(call('PATCH /orders/:orderId/update', { params: { orderId: id }, body: { orderId: id, ...change } })),
  }
}
