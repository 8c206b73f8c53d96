import { toCents } from '@mela/contract'
import type { Order, OrdersCapture } from '@paypal/paypal-server-sdk'
import { type Charge, GatewayError, type Snapshot } from '../gateway.ts'

/** What an order of PayPal's means to the shop. */
export function snapshotOf({ id, status, purchaseUnits = [], paymentSource, links = [] }: Order): Snapshot {
  if (!id) throw new GatewayError('ambiguous', 'ORDER_WITHOUT_ID')
  const unit = purchaseUnits[0]
  const captures = unit?.payments?.captures ?? []
  const charges = captures.map(chargeOf)
  const charge = charges.find(({ state }) => state !== 'failed') ?? charges.at(-1)
  return {
    sessionId: id,
    state: charge ? 'charged' : stateOf(status),
    orderRef: unit?.customId ?? captures[0]?.customId,
    payerEmail: paymentSource?.paypal?.emailAddress,
    approveUrl: links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href,
    charge,
  }
}

/** A completed order without its capture counts as approved: taking the money again, with the same request id, tells the capture. */
function stateOf(status: string | undefined): Snapshot['state'] {
  if (status === 'APPROVED' || status === 'COMPLETED') return 'approved'
  return status === 'VOIDED' ? 'closed' : 'open'
}

function chargeOf({ id, status, amount, createTime, updateTime }: OrdersCapture): Charge {
  if (!id || !amount) throw new GatewayError('ambiguous', 'CAPTURE_WITHOUT_AMOUNT')
  return {
    id,
    state: chargeStateOf(status),
    amount: { cents: toCents(Number(amount.value)), currency: amount.currencyCode },
    at: new Date(updateTime ?? createTime ?? Date.now()),
  }
}

/** Refunded money was paid once; a word that we do not know yet proves nothing. */
function chargeStateOf(status: string | undefined): Charge['state'] {
  if (status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED') return 'completed'
  return status === 'DECLINED' || status === 'FAILED' ? 'failed' : 'pending'
}
