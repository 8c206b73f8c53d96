import { GatewayError, type OpenPayment, type PaymentGateway, type Snapshot } from '../gateway.ts'
import { orderRequest, type ShippingChoice, shippingChoice } from './order-request.ts'
import type { PaypalCall } from './paypal-client.ts'
import { persistently, unlessMissing } from './persistently.ts'
import { possibleId } from './possible-id.ts'
import { snapshotOf } from './snapshot.ts'

/** The short form of an answer leaves out the capture. */
const prefer = 'return=representation'

const addressIssues = ['SHIPPING_ADDRESS_INVALID', 'POSTAL_CODE_REQUIRED']

export function paypalOrders(call: PaypalCall): Pick<PaymentGateway, 'open' | 'retrieve' | 'capture'> {
  async function open(payment: OpenPayment) {
    const choice = shippingChoice(payment)
    try {
      return await create(payment, choice, `create-${payment.attempt.id}`)
    } catch (error) {
      if (choice === 'none' || !isIssue(error, addressIssues)) throw error
      return create(payment, 'none', `create-${payment.attempt.id}-unshipped`)
    }
  }

  async function create(payment: OpenPayment, choice: ShippingChoice, paypalRequestId: string) {
    const body = orderRequest(payment, choice)
    const order = await persistently(() => call(({ orders }) => orders.createOrder({ body, paypalRequestId, prefer })))
    const { sessionId, approveUrl, accountEmail } = snapshotOf(order)
    if (!approveUrl) throw new GatewayError('ambiguous', 'NO_APPROVAL_LINK')
    return { sessionId, approveUrl, accountEmail }
  }

  async function retrieve(transactionId: string): Promise<Snapshot | undefined> {
    if (!possibleId.test(transactionId)) return undefined
    return (await findOrder(transactionId)) ?? findOrderOfCapture(transactionId)
  }

  async function findOrder(id: string) {
    const order = await unlessMissing(() => call(({ orders }) => orders.getOrder({ id })))
    return order && snapshotOf(order)
  }

  async function findOrderOfCapture(captureId: string) {
    const capture = await unlessMissing(() => call(({ payments }) => payments.getCapturedPayment({ captureId })))
    const orderId = capture?.supplementaryData?.relatedIds?.orderId
    return orderId === undefined ? undefined : findOrder(orderId)
  }

  async function capture(sessionId: string, tryNumber: number): Promise<Snapshot> {
    const request = { id: sessionId, paypalRequestId: `cap-${sessionId}-${tryNumber}`, prefer }
    const taken = await persistently(() => call(({ orders }) => orders.captureOrder(request))).then(
      snapshotOf,
      (error: unknown) => (isUnclear(error) ? findOrder(sessionId) : Promise.reject(error)),
    )
    // The payee is checked again on what was captured, so a short answer is completed.
    const whole = taken?.account === undefined ? await findOrder(sessionId) : taken
    if (!whole || whole.state === 'approved') throw new GatewayError('ambiguous', 'CAPTURE_UNKNOWN')
    return whole
  }

  return { open, retrieve, capture }
}

/** The order may have been captured concurrently, or the approval withdrawn: it is retrieved again. */
function isUnclear(error: unknown): boolean {
  const isAmbiguous = error instanceof GatewayError && error.kind === 'ambiguous'
  return isAmbiguous || isIssue(error, ['ORDER_ALREADY_CAPTURED', 'ORDER_NOT_APPROVED'])
}

function isIssue(error: unknown, issues: string[]): boolean {
  return error instanceof GatewayError && issues.includes(error.issue ?? '')
}
