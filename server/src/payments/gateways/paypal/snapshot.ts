import { toMinor } from '@mela/contract'
import type { Order, OrdersCapture, PaymentInstruction, Refund } from '@paypal/paypal-server-sdk'
import { type Charge, GatewayError, type ProviderRefund, type Snapshot } from '../gateway.ts'

export function snapshotOf({ id, status, purchaseUnits = [], paymentSource, links = [] }: Order): Snapshot {
  if (!id) throw new GatewayError('ambiguous', 'ORDER_WITHOUT_ID')
  const unit = purchaseUnits[0]
  const captures = unit?.payments?.captures ?? []
  const charges = captures.map(chargeOf)
  const charge = charges.find(({ state }) => state !== 'failed') ?? charges.at(-1)
  return {
    sessionId: id,
    state: charge ? 'charged' : stateOf(status),
    account: unit?.payee?.merchantId ?? unit?.payee?.emailAddress,
    accountEmail: unit?.payee?.emailAddress,
    units: purchaseUnits.length,
    isShared: unit !== undefined && [unit.paymentInstruction ?? {}, ...captures].some(isSharedBy),
    amount: unit?.amount && moneyOf(unit.amount),
    orderRef: captures[0]?.customId ?? unit?.customId,
    payerEmail: paymentSource?.paypal?.emailAddress,
    approveUrl: links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href,
    charge,
    refunds: (unit?.payments?.refunds ?? []).map(refund => providerRefundOf(refund, charge?.id)),
  }
}

/** Platform fees go to another account, and a delayed disbursement waits for a platform. */
function isSharedBy({
  disbursementMode,
  platformFees = [],
  sellerReceivableBreakdown,
}: PaymentInstruction & Partial<Pick<OrdersCapture, 'sellerReceivableBreakdown'>>): boolean {
  const fees = [...platformFees, ...(sellerReceivableBreakdown?.platformFees ?? [])]
  // The SDK's enum would load the SDK.
  return fees.length > 0 || String(disbursementMode ?? 'INSTANT') !== 'INSTANT'
}

export function providerRefundOf(
  { id, status, amount, customId, links = [] }: Refund,
  chargeId?: string,
): ProviderRefund {
  const up = links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1)
  const charge = up ?? chargeId
  if (!id || !amount || !charge) throw new GatewayError('ambiguous', 'REFUND_WITHOUT_AMOUNT')
  return { id, chargeId: charge, ownRef: customId, state: refundStateOf(status), amount: moneyOf(amount) }
}

function refundStateOf(status: string | undefined): ProviderRefund['state'] {
  if (status === 'COMPLETED') return 'completed'
  return status === 'FAILED' || status === 'CANCELLED' ? 'failed' : 'pending'
}

const moneyOf = ({ value, currencyCode }: { value: string; currencyCode: string }) => ({
  cents: toMinor(Number(value), currencyCode),
  currency: currencyCode,
})

/** A completed order that lacks its capture counts as approved: the repeated request returns the capture. */
function stateOf(status: string | undefined): Snapshot['state'] {
  if (status === 'APPROVED' || status === 'COMPLETED') return 'approved'
  return status === 'VOIDED' ? 'closed' : 'open'
}

function chargeOf({ id, status, statusDetails, amount, createTime, updateTime }: OrdersCapture): Charge {
  if (!id || !amount) throw new GatewayError('ambiguous', 'CAPTURE_WITHOUT_AMOUNT')
  return {
    id,
    state: chargeStateOf(status),
    amount: moneyOf(amount),
    at: new Date(updateTime ?? createTime ?? Date.now()),
    isReversed: String(statusDetails?.reason) === 'CHARGEBACK',
  }
}

/** A refunded charge was paid once; an unknown word proves nothing. */
function chargeStateOf(status: string | undefined): Charge['state'] {
  if (status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED') return 'completed'
  return status === 'DECLINED' || status === 'FAILED' ? 'failed' : 'pending'
}
