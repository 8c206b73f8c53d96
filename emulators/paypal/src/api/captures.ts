import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import { resourceNotFound, unprocessable } from '../base/errors.ts'
import { takeFault } from '../base/faults.ts'
import { newId } from '../base/ids.ts'
import type { Capture, Order } from '../base/records.ts'
import { parse } from '../base/request-schema.ts'
import { timestamp } from '../base/time.ts'
import { obeyMock } from './mock.ts'
import { approvalLink, orderAnswer } from './order-view.ts'
import { requireOrder, updateOrder } from './orders.ts'
import { captureBody } from './payment-view.ts'
import { announceCapture } from './webhook-events.ts'

const captureRequest = z.strictObject({ payment_source: z.unknown() }).partial()

export function captureOrder(emulator: Emulator, { id, json, headers }: ApiRequest): Answer {
  parse(captureRequest, json ?? {})
  const order = requireOrder(emulator, id)
  obeyMock(headers)
  checkCapturable(emulator, order)
  if (order.approval?.outcome === 'refuse') throw declineInstrument(emulator, order)

  const capture = addCapture(emulator, order, endingOf(emulator, order))
  updateOrder(emulator, order, { status: 'COMPLETED', captureId: capture.id })
  const event = capture.status === 'FAILED' ? 'DECLINED' : capture.status
  announceCapture(emulator, `PAYMENT.CAPTURE.${event}`, capture)
  return orderAnswer(emulator, order, 201, headers)
}

function endingOf({ store }: Emulator, { id, approval, purchaseUnit }: Order) {
  const ending: Pick<Capture, 'status' | 'reason'> =
    approval?.outcome === 'echeck' ? { status: 'PENDING', reason: 'ECHECK' } : { status: 'COMPLETED' }
  const fault = takeFault(store, 'capture', `POST /v2/checkout/orders/${id}/capture`)
  if (!fault) return ending

  const { status = ending.status, reason = ending.reason, amount } = fault
  const changed = amount && { amount: { currency_code: purchaseUnit.amount.currency_code, value: amount } }
  return { status, reason, ...changed }
}

export function showCapture(emulator: Emulator, { id }: ApiRequest): Answer {
  return { status: 200, body: captureBody(emulator, requireCapture(emulator, id)) }
}

export function requireCapture({ store }: Emulator, id: string) {
  const capture = store.captures.get(id)
  if (!capture) throw resourceNotFound()
  return capture
}

export function addCapture(
  { now, store }: Emulator,
  { id: orderId, purchaseUnit }: Order,
  given: Pick<Capture, 'status' | 'reason'> & Partial<Capture>,
) {
  const createTime = timestamp(now())
  const { amount, custom_id: customId, invoice_id: invoiceId } = purchaseUnit
  const capture: Capture = {
    id: newId(),
    orderId,
    amount: { currency_code: amount.currency_code, value: amount.value },
    customId,
    invoiceId,
    createTime,
    updateTime: createTime,
    ...given,
  }
  store.captures.set(capture.id, capture)
  store.changed('captures', capture.id)
  return capture
}

function checkCapturable({ store }: Emulator, { status, purchaseUnit }: Order) {
  if (status === 'COMPLETED') throw unprocessable([{ issue: 'ORDER_ALREADY_CAPTURED' }])
  if (status !== 'APPROVED') throw unprocessable([{ issue: 'ORDER_NOT_APPROVED' }])

  const invoice = purchaseUnit.invoice_id
  const isPaid = [...store.captures.values()].some(
    ({ invoiceId, status }) => invoiceId === invoice && status !== 'DECLINED' && status !== 'FAILED',
  )
  if (invoice && isPaid) {
    throw unprocessable([{ issue: 'DUPLICATE_INVOICE_ID', field: '/purchase_units/0/invoice_id' }])
  }
}

function declineInstrument(emulator: Emulator, order: Order) {
  updateOrder(emulator, order, { status: 'PAYER_ACTION_REQUIRED', approval: undefined })
  return unprocessable([{ issue: 'INSTRUMENT_DECLINED' }], [approvalLink(emulator, order, 'redirect')])
}
