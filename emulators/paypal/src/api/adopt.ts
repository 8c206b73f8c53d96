import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import { invalidRequest } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { money, toCents } from '../base/money.ts'
import type { Capture, Order, OrderStatus } from '../base/records.ts'
import { parse, text } from '../base/request-schema.ts'
import { timestamp } from '../base/time.ts'
import { addCapture } from './captures.ts'
import { orderBody } from './order-view.ts'
import { findOrder } from './orders.ts'

// The ids '.' and '..' are refused: URL parsers resolve them, so `/orders/..` would never reach its route.
const id = text(1, 127, /^(?!\.{1,2}$)[\w.~-]+$/)
const amount = text(1, 12, /^\d+(\.\d{1,2})?$/)

const adoption = z
  .strictObject({
    email: text(3, 254, /@/),
    update_time: text(1, 64),
    /** The order's id by default. */
    capture_id: id,
    refunds: z.array(z.strictObject({ id, amount })).max(100),
  })
  .partial()
  .extend({
    id,
    amount,
    currency: text(3, 3, /^[A-Z]{3}$/),
    status: text(1, 20),
    custom_id: text(1, 127),
  })

const declined: Ending = { order: 'COMPLETED', capture: { status: 'DECLINED' } }
const endings = new Map<string, Ending>([
  ['created', { order: 'CREATED' }],
  ['approved', { order: 'APPROVED' }],
  ['completed', { order: 'COMPLETED', capture: { status: 'COMPLETED' } }],
  ['pending', { order: 'COMPLETED', capture: { status: 'PENDING', reason: 'PENDING_REVIEW' } }],
  ['failed', declined],
  ['declined', declined],
  ['denied', declined],
  ['voided', declined],
])

interface Ending {
  order: OrderStatus
  capture?: Pick<Capture, 'status' | 'reason'>
}

/** Registers a payment that a caller claims to have made, so that an API can be tried without a browser. */
export function adoptOrder(emulator: Emulator, { json }: ApiRequest): Answer {
  const claim = parse(adoption, json)
  const known = findOrder(emulator, claim.id)
  if (known) return { status: 200, body: orderBody(emulator, known) }

  const ending = endings.get(claim.status.toLowerCase())
  if (!ending) throw wrongClaim('/status', claim.status)

  const order = addOrder(emulator, claim, ending.order)
  if (ending.capture) {
    const { capture_id: captureId = order.id, refunds = [] } = claim
    const id = emulator.store.captures.has(captureId) ? newId() : captureId
    const times = { createTime: order.createTime, updateTime: order.updateTime }
    const capture = addCapture(emulator, order, { id, ...ending.capture, ...times })
    order.captureId = capture.id
    for (const refund of refunds) addPastRefund(emulator, capture, refund)
  }
  return { status: 201, body: orderBody(emulator, order) }
}

function addOrder({ now, store }: Emulator, claim: z.infer<typeof adoption>, status: OrderStatus) {
  const { id, amount, currency, custom_id, email = 'buyer@example.com' } = claim
  const time = claim.update_time === undefined ? timestamp(now()) : claimedTime(claim.update_time)
  const order: Order = {
    id,
    status,
    purchaseUnit: { reference_id: 'default', custom_id, amount: money(toCents(amount), currency) },
    experience: {},
    hasPaymentSource: false,
    approval: status === 'CREATED' ? undefined : { email, payerId: newId(13), outcome: 'pay' },
    createTime: time,
    updateTime: time,
    waitingSince: timestamp(now()),
  }
  store.orders.set(id, order)
  store.changed('orders', id)
  return order
}

/** Adds a refund without a webhook, because the shop itself has reported it. */
function addPastRefund({ store }: Emulator, capture: Capture, { id, amount }: { id: string; amount: string }) {
  const { currency_code } = capture.amount
  const { createTime, updateTime } = capture
  store.refunds.set(id, {
    ...{ id, captureId: capture.id, status: 'COMPLETED', createTime, updateTime },
    amount: money(toCents(amount), currency_code),
  })
  store.changed('refunds', id)
}

function claimedTime(value: string) {
  const time = new Date(value)
  if (Number.isNaN(time.getTime())) throw wrongClaim('/update_time', value)
  return timestamp(time)
}

function wrongClaim(field: string, value: string) {
  const description = 'The value of a field is invalid.'
  return invalidRequest([{ issue: 'INVALID_PARAMETER_VALUE', description, field, value, location: 'body' }])
}
