import { randomUUID } from 'node:crypto'
import { isOffline, type PaymentGatewayName, paymentGateways } from '@mela/contract'
import { approve } from '../server/test/approve.ts'
import { ask, isOk } from './calls.ts'
import { demand, isOfGiftCards, type Purchase } from './memory.ts'

/** Pays at a provider's page, now and then at the other provider's, and reports it unless the buyer leaves. */
export async function payOnline(url: string, way: PaymentGatewayName, purchase: Purchase): Promise<void> {
  const { orderId: order, cookie, goal } = purchase
  const gateway = paymentGateways.find(name => name !== way && Math.random() < 0.1) ?? way
  const started = await ask(url, 'POST', `/payments/${gateway}/orders`, { body: { order }, cookie })
  if (started.status === 409) return look(url, purchase)
  if (!isOk(started)) return

  const { orderId: transactionId, approveUrl } = started.data as { orderId: string; approveUrl: string }
  // The page of an order that was approved before the kill is gone; a killed emulator answers no page.
  await approve(approveUrl).catch(() => undefined)
  if (goal === 'left') return
  const reported = await ask(url, 'POST', '/payments', {
    body: { order, transactionId, paymentGateway: gateway },
    cookie,
  })
  if (isOk(reported)) acknowledge(purchase, reported.data)
}

/** Nothing more can be paid: the order is paid, or cannot be paid any more. */
async function look(url: string, purchase: Purchase): Promise<void> {
  const { status, data } = await ask(url, 'GET', `/orders/current-user/${purchase.orderId}`, {
    cookie: purchase.cookie,
  })
  if (status !== 200) return
  const { payment } = data as { payment: unknown }
  if (payment) acknowledge(purchase, payment)
}

function acknowledge(purchase: Purchase, payment: unknown): void {
  const { status, transactionId } = payment as { status: string; transactionId: string }
  if (status !== 'completed') return
  const known = purchase.transactionId
  demand(
    known === undefined || known === transactionId,
    `Order ${purchase.orderId} was paid by ${known} and ${transactionId}.`,
  )
  purchase.transactionId = transactionId
  if (purchase.goal === 'paid' || purchase.goal === 'left') purchase.state = 'done'
}

/** Staff record what arrives by transfer or on delivery, in two parts; of a buyer who leaves only the first arrives. */
export async function payLater(url: string, staff: string, purchase: Purchase): Promise<void> {
  const { goal, dueCents, paymentId, receipts } = purchase
  if (receipts.length === 0) {
    const first = Math.ceil(dueCents / 2)
    const parts = [first, dueCents - first].filter(part => part > 0)
    receipts.push(...parts.map(cents => ({ key: randomUUID(), cents, isRecorded: false })))
  }
  const next = receipts.find(({ isRecorded }) => !isRecorded)
  if (!next) return
  const body = { amount: next.cents / 100, receivedOn: new Date().toISOString().slice(0, 10) }
  const answer = await ask(url, 'POST', `/payments/${paymentId}/receipts`, { body, cookie: staff, key: next.key })
  if (!isOk(answer)) return
  next.isRecorded = true
  acknowledge(purchase, answer.data)
  if (goal === 'left') purchase.state = 'done'
}

export async function cancel(url: string, purchase: Purchase): Promise<void> {
  const answer = await ask(url, 'PATCH', `/orders/${purchase.orderId}/cancel`, { cookie: purchase.cookie })
  const isOver = answer.status === 409 && isOfGiftCards(purchase)
  if (isOver) await look(url, purchase)
  if (!isOk(answer) && !isOver) return
  purchase.isCancelled = !isOver
  purchase.state = 'done'
}

/** In either order: the order is cancelled, and its payment is not made, or known, or being refunded. */
export async function regret(url: string, staff: string, purchase: Purchase): Promise<void> {
  const { orderId: order, way, cookie } = purchase
  if (purchase.dueCents === 0) return cancel(url, purchase)
  if (isOffline(way)) return void (await Promise.all([payLater(url, staff, purchase), cancel(url, purchase)]))

  const started = await ask(url, 'POST', `/payments/${way}/orders`, { body: { order }, cookie })
  if (!isOk(started)) return cancel(url, purchase)
  const { orderId: transactionId, approveUrl } = started.data as { orderId: string; approveUrl: string }
  const body = { order, transactionId, paymentGateway: way }
  // Stripe takes the money at its page, PayPal when the payment is reported.
  const pay = async () => {
    await approve(approveUrl).catch(() => undefined)
    await ask(url, 'POST', '/payments', { body, cookie })
  }
  await Promise.all([pay(), cancel(url, purchase)])
}

/** The order keeps its status while the refund's result is ambiguous. */
export async function refund(url: string, staff: string, purchase: Purchase): Promise<void> {
  const body = { status: 'refunded' }
  const answer = await ask(url, 'PATCH', `/orders/${purchase.orderId}/update`, { body, cookie: staff })
  if (!isOk(answer) || (answer.data as { status: string }).status !== 'refunded') return
  purchase.isRefunded = true
  purchase.state = 'done'
}

/** Half of the order, to its gift cards first. */
export async function refundPart(url: string, staff: string, purchase: Purchase): Promise<void> {
  const { key, orderId, totalCents } = purchase
  const body = { amount: Math.ceil(totalCents / 2) / 100 }
  const answer = await ask(url, 'POST', `/orders/${orderId}/refunds`, { body, cookie: staff, key })
  if (!isOk(answer)) return
  const { giftCardAmount, paymentAmount } = answer.data as { giftCardAmount: number; paymentAmount: number }
  purchase.back = { toCards: Math.round(giftCardAmount * 100), byPayment: Math.round(paymentAmount * 100) }
  purchase.state = 'done'
}
