import {
  countryOf,
  decimalsOf,
  fromMinor,
  type Money,
  type PaymentStatus,
  type ShippingAddress,
  toMinor,
} from '@mela/contract'
import {
  CheckoutPaymentIntent,
  type ItemRequest,
  type Order,
  type OrderRequest,
  type OrdersCapture,
  PayeePaymentMethodPreference,
  type PaymentInstruction,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
  type Refund,
  type ShippingDetails,
} from '@paypal/paypal-server-sdk'
import {
  type Charge,
  GatewayError,
  type OpenedSession,
  type OpenPayment,
  type PaymentGateway,
  type ProviderRefund,
  type Snapshot,
} from '../gateway.ts'
import { findById, type PaypalCall, persistently } from './paypal-client.ts'

/** The short form of an answer leaves out the capture. */
export const prefer = 'return=representation'

const ADDRESS_ISSUES = ['INVALID_COUNTRY_CODE', 'POSTAL_CODE_REQUIRED', 'SHIPPING_ADDRESS_INVALID']

type Calls = Pick<PaymentGateway, 'open' | 'retrieve' | 'capture' | 'refund' | 'retrieveRefund'>

export function paypalOrders(call: PaypalCall): Calls {
  async function open(payment: OpenPayment): Promise<OpenedSession> {
    const requestId = `create-${payment.attempt.id}`
    try {
      return await create(payment, requestId)
    } catch (error) {
      if (!payment.shipTo || !isIssue(error, ADDRESS_ISSUES)) throw error
      return create({ ...payment, shipTo: undefined }, `${requestId}-unshipped`)
    }
  }

  async function create(payment: OpenPayment, paypalRequestId: string) {
    const body = orderRequest(payment)
    const order = await persistently(() => call(({ orders }) => orders.createOrder({ body, paypalRequestId, prefer })))
    return openedOf(order)
  }

  async function findOrder(id: string) {
    const order = await findById(id, () => call(({ orders }) => orders.getOrder({ id })))
    return order && snapshotOf(order)
  }

  async function findOrderOfCapture(captureId: string) {
    const capture = await findById(captureId, () => call(({ payments }) => payments.getCapturedPayment({ captureId })))
    const orderId = capture?.supplementaryData?.relatedIds?.orderId
    return orderId === undefined ? undefined : findOrder(orderId)
  }

  async function capture(sessionId: string, tryNumber: number): Promise<Snapshot> {
    const request = { id: sessionId, paypalRequestId: `cap-${sessionId}-${tryNumber}`, prefer }
    const taken = await persistently(() => call(({ orders }) => orders.captureOrder(request))).then(
      snapshotOf,
      async (error: unknown) => {
        const found = await findOrder(sessionId)
        // A refusal may be that of the repeat, after an answer that was lost.
        if (found?.charge || isUnclear(error)) return found
        throw error
      },
    )
    // The payee is checked again on what was captured, so a short answer is completed.
    const whole = taken?.account === undefined ? await findOrder(sessionId) : taken
    if (!whole || whole.state === 'approved') throw new GatewayError('ambiguous', 'CAPTURE_UNKNOWN')
    return whole
  }

  async function refund(chargeId: string, amount: Money, ref: string): Promise<ProviderRefund> {
    // A webhook that arrives before this answer finds our row by the reference.
    const body = { amount: amountOf(amount), customId: ref }
    const request = { captureId: chargeId, paypalRequestId: ref, prefer, body }
    const made = await persistently(() => call(({ payments }) => payments.refundCapturedPayment(request)))
    return { ...refundOf(made, chargeId), ownRef: ref }
  }

  async function retrieveRefund(refundId: string) {
    const found = await findById(refundId, () => call(({ payments }) => payments.getRefund({ refundId })))
    return found && refundOf(found)
  }

  const retrieve = async (id: string) => (await findOrder(id)) ?? findOrderOfCapture(id)
  return { open, retrieve, capture, refund, retrieveRefund }
}

/** The order may have been captured concurrently, or the approval withdrawn: it is retrieved again. */
function isUnclear(error: unknown): boolean {
  const isAmbiguous = error instanceof GatewayError && error.kind === 'ambiguous'
  return isAmbiguous || isIssue(error, ['ORDER_ALREADY_CAPTURED', 'ORDER_NOT_APPROVED'])
}

export const isIssue = (error: unknown, issues: string[]) =>
  error instanceof GatewayError && issues.includes(error.issue ?? '')

/** Throws a GatewayError when the buyer cannot be led to it. */
export function openedOf(order: Order): OpenedSession {
  const { sessionId, approveUrl, accountEmail } = snapshotOf(order)
  if (!approveUrl) throw new GatewayError('ambiguous', 'NO_APPROVAL_LINK')
  return { sessionId, approveUrl, accountEmail, account: order.purchaseUnits?.[0]?.payee?.merchantId }
}

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
    isTaken: status === 'COMPLETED' && !charge,
    refunds: (unit?.payments?.refunds ?? []).map(refund => refundOf(refund, charge?.id)),
  }
}

/** Platform fees go to another account, and a delayed disbursement waits for a platform. */
function isSharedBy({
  disbursementMode,
  platformFees = [],
  sellerReceivableBreakdown,
}: PaymentInstruction & Partial<Pick<OrdersCapture, 'sellerReceivableBreakdown'>>): boolean {
  const fees = [...platformFees, ...(sellerReceivableBreakdown?.platformFees ?? [])]
  return fees.length > 0 || String(disbursementMode ?? 'INSTANT') !== 'INSTANT'
}

function stateOf(status: string | undefined): Snapshot['state'] {
  if (status === 'APPROVED' || status === 'COMPLETED') return 'approved'
  return status === 'VOIDED' ? 'closed' : 'open'
}

function chargeOf({ id, status, statusDetails, amount, createTime, updateTime }: OrdersCapture): Charge {
  if (!id || !amount) throw new GatewayError('ambiguous', 'CAPTURE_WITHOUT_AMOUNT')
  return {
    id,
    state: moneyStateOf(status),
    amount: moneyOf(amount),
    at: new Date(updateTime ?? createTime ?? Date.now()),
    isReversed: String(statusDetails?.reason) === 'CHARGEBACK',
  }
}

/** Of charges and refunds. A refunded charge was paid once; an unknown word proves nothing. */
function moneyStateOf(status = ''): PaymentStatus {
  if (['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return 'completed'
  return ['DECLINED', 'FAILED', 'CANCELLED'].includes(status) ? 'failed' : 'pending'
}

function refundOf({ id, status, amount, customId, links = [] }: Refund, knownCharge?: string): ProviderRefund {
  const up = links.find(({ rel }) => rel === 'up')?.href
  const chargeId = up?.split('/').at(-1) ?? knownCharge
  if (!id || !amount || !chargeId) throw new GatewayError('ambiguous', 'REFUND_WITHOUT_AMOUNT')
  return { id, chargeId, ownRef: customId, state: moneyStateOf(status), amount: moneyOf(amount) }
}

export const moneyOf = ({ value, currencyCode: currency }: { value: string; currencyCode: string }): Money => ({
  cents: toMinor(Number(value), currency),
  currency,
})

const NAME_MAX = 127

/**
 * Tax is one sum, as the shop rounds it once; PayPal would add up tax per item.
 * PayPal may refuse an address that our rules accept: without a country it is left out.
 */
export function orderRequest(payment: OpenPayment): OrderRequest {
  const { brand, orderRef, orderName, attempt, amount, breakdown, lines, shipTo, returnUrl } = payment
  const countryCode = shipTo && countryOf(shipTo)
  const { SetProvidedAddress, NoShipping } = PaypalWalletContextShippingPreference
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        referenceId: 'default',
        customId: orderRef,
        // Unique in the whole account, where several shops may use the same numbers.
        invoiceId: `${orderName}-${attempt.number}-${attempt.id.slice(-8)}`,
        description: `${brand} order ${orderName}`,
        amount: {
          ...amountOf(amount),
          breakdown: {
            itemTotal: amountOf(breakdown.items),
            shipping: amountOf(breakdown.shipping),
            taxTotal: amountOf(breakdown.tax),
            ...(breakdown.discount.cents > 0 && { discount: amountOf(breakdown.discount) }),
          },
        },
        items: lines.map(itemOf),
        ...(shipTo && countryCode && { shipping: shippingOf(shipTo, countryCode) }),
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          brandName: brand,
          returnUrl,
          cancelUrl: returnUrl,
          userAction: PaypalExperienceUserAction.PayNow,
          shippingPreference: countryCode ? SetProvidedAddress : NoShipping,
          paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
        },
      },
    },
  }
}

function itemOf({ name, options, sku, quantity, unit }: OpenPayment['lines'][number]): ItemRequest {
  return {
    name: nameOf(name, options),
    ...(sku && { sku: sku.slice(0, NAME_MAX) }),
    quantity: String(quantity),
    unitAmount: amountOf(unit),
  }
}

/** The end of a long name is left out, so that sizes can be told apart. */
function nameOf(name: string, options: string): string {
  const chosen = options === '' ? '' : `, ${options}`.slice(0, NAME_MAX / 2)
  return name.slice(0, NAME_MAX - chosen.length).toWellFormed() + chosen.toWellFormed()
}

/** PayPal's code of China, for payments from abroad. */
export const CHINA = 'C2'

export function shippingOf(shipTo: ShippingAddress, countryCode: string) {
  const { name, building, street, city, state, pinCode, country, postal } = shipTo
  const [addressLine1, addressLine2] = postal ? [street, building] : [building, street]
  return {
    name: { fullName: `${name.firstName} ${name.lastName}` },
    address: {
      addressLine1,
      ...(addressLine2 && { addressLine2 }),
      // PayPal asks for a city also in countries whose addresses have none.
      adminArea2: city || state || country,
      ...(state && { adminArea1: state }),
      ...(pinCode && { postalCode: pinCode }),
      countryCode: countryCode === 'CN' ? CHINA : countryCode,
    },
  } satisfies ShippingDetails
}

export const amountOf = ({ cents, currency }: Money) => ({
  currencyCode: currency,
  value: fromMinor(cents, currency).toFixed(decimalsOf(currency)),
})
