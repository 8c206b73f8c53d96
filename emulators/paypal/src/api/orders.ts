import { hour } from '@mela/emulator-base/clock.ts'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import type { Emulator } from '../base/emulator.ts'
import { invalidRequest, resourceNotFound, unprocessable } from '../base/errors.ts'
import { takeFault } from '../base/faults.ts'
import { newId } from '../base/ids.ts'
import { parseAmount } from '../base/order-amount.ts'
import {
  checkAddress,
  type PurchaseUnit,
  parseOrderRequest,
  parsePatches,
  patchable,
  payeeOf,
} from '../base/order-request.ts'
import type { Order } from '../base/records.ts'
import { parse } from '../base/request-schema.ts'
import { timestamp } from '../base/time.ts'
import { orderAnswer, orderBody } from './order-view.ts'

const openFor = 3 * hour

export function createOrder(emulator: Emulator, { json, headers }: ApiRequest): Answer {
  const { purchaseUnit, otherUnits, experience, hasPaymentSource } = parseOrderRequest(json)
  const createTime = timestamp(emulator.now())
  const order: Order = {
    id: newId(),
    status: hasPaymentSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    purchaseUnit,
    ...(otherUnits.length > 0 && { otherUnits }),
    experience,
    hasPaymentSource,
    createTime,
    updateTime: createTime,
    waitingSince: createTime,
  }
  emulator.store.orders.set(order.id, order)
  emulator.store.changed('orders', order.id)
  return orderAnswer(emulator, order, 201, headers)
}

export function showOrder(emulator: Emulator, { id }: ApiRequest): Answer {
  const body = orderBody(emulator, requireOrder(emulator, id))
  if (!takeFault(emulator.store, 'minimal-order', `GET /v2/checkout/orders/${id}`)) return { status: 200, body }
  return { status: 200, body: { ...body, purchase_units: body.purchase_units.map(({ payments, ...unit }) => unit) } }
}

/** The response to a repeated create or capture: the order's current state. */
export function repeatOrder(emulator: Emulator, { id, headers }: ApiRequest): Answer {
  return orderAnswer(emulator, requireOrder(emulator, id), 200, headers)
}

/** Fields of the unit that can be patched, as the client id alone allows (PayPal's own list is longer). */
type Patched = 'amount' | keyof typeof patchable

const PATCHABLE =
  /^\/purchase_units\/@reference_id=='(.*)'\/(amount|custom_id|description|invoice_id|payee|payment_instruction|shipping\/name|shipping\/address)(?:(?<=payee)\/email(?:_address)?)?$/

export function patchOrder(emulator: Emulator, { id, json }: ApiRequest): Answer {
  const order = requireOrder(emulator, id)
  let { purchaseUnit } = order
  for (const [index, { op, path = '', value }] of parsePatches(json).entries()) {
    const field = checkPatch({ ...order, purchaseUnit }, op, path)
    purchaseUnit = { ...purchaseUnit, ...patchedPart(field, value, `/${index}/value`, purchaseUnit) }
  }
  updateOrder(emulator, order, { purchaseUnit })
  return { status: 204 }
}

function patchedPart(field: Patched, value: unknown, at: string, unit: PurchaseUnit) {
  if (field === 'amount') return { amount: parseAmount(value, at, unit.items ?? []) }
  if (field === 'shipping/name') return { shipping: { ...unit.shipping, name: parse(patchable[field], value, at) } }
  if (field === 'shipping/address') {
    const shipping = { ...unit.shipping, address: parse(patchable[field], value, at) }
    checkAddress({ ...unit, shipping })
    return { shipping }
  }
  if (field !== 'payee') return { [field]: parse(patchable[field], value, at) }
  // The worst that PayPal may do: the merchant id beside a changed email stays, and the email receives.
  const payee = typeof value === 'string' ? { ...payeeOf(unit), email_address: value } : value
  return { payee: parse(patchable.payee, payee, at) }
}

function checkPatch({ status, purchaseUnit, experience }: Order, op: string, path: string): Patched {
  const [, reference, field] = PATCHABLE.exec(path) ?? []
  if (reference === undefined) {
    throw invalidRequest([{ issue: 'FIELD_NOT_PATCHABLE', description: 'Field cannot be patched.', field: path }])
  }
  if (reference !== purchaseUnit.reference_id) throw unprocessable([{ issue: 'REFERENCE_ID_NOT_FOUND', field: path }])
  if (status === 'COMPLETED') throw unprocessable([{ issue: 'ORDER_ALREADY_COMPLETED' }])
  if (op !== operationOn(purchaseUnit, field as Patched)) {
    const description =
      "The operation cannot be honored. Cannot add a property that's already present, use replace. Cannot remove a property thats not present, use add. Cannot replace a property thats not present, use add."
    throw invalidRequest([{ issue: 'INVALID_PATCH_OPERATION', description, field: path }])
  }
  // A buyer who pressed Continue agreed that the amount is not final.
  if (status === 'APPROVED' && field === 'amount' && experience.user_action !== 'CONTINUE')
    throw unprocessable([{ issue: 'AMOUNT_CHANGE_NOT_ALLOWED', field: path }])
  return field as Patched
}

/** Fields that can be added take `add` while they are absent, and `replace` then. */
function operationOn({ custom_id, description, invoice_id, shipping = {} }: PurchaseUnit, field: Patched) {
  const { name, address } = shipping
  const addable = { custom_id, description, invoice_id, 'shipping/name': name, 'shipping/address': address }
  return field in addable && addable[field as keyof typeof addable] === undefined ? 'add' : 'replace'
}

export function updateOrder({ now, store }: Emulator, order: Order, changes: Partial<Order>) {
  Object.assign(order, changes, { updateTime: timestamp(now()) })
  store.changed('orders', order.id)
}

/** The order; undefined once it has expired, after waiting more than three hours for its approval or capture. */
export function findOrder({ now, store }: Emulator, id: string) {
  const order = store.orders.get(id)
  if (!order || order.status === 'COMPLETED') return order
  return now().getTime() - Date.parse(order.waitingSince) > openFor ? undefined : order
}

export function requireOrder(emulator: Emulator, id: string) {
  const order = findOrder(emulator, id)
  if (!order) throw resourceNotFound()
  return order
}
