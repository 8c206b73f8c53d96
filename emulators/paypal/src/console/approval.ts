import { issueFormToken, takeFormToken } from '@mela/emulator-base/form-tokens.ts'
import type { Html } from '@mela/emulator-base/html.ts'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { pageAnswer } from '@mela/emulator-base/page.ts'
import { prefixOf } from '@mela/emulator-base/prefix.ts'
import { findOrder, updateOrder } from '../api/orders.ts'
import { announceOrder } from '../api/webhook-events.ts'
import type { Emulator } from '../base/emulator.ts'
import { newId } from '../base/ids.ts'
import type { Approval, Order } from '../base/records.ts'
import { timestamp } from '../base/time.ts'
import { type AddressField, noticePage, paymentPage, resultPage, TEST_ADDRESS } from './approval-page.ts'

const outcomes = new Map<string | null, Approval['outcome']>([
  ['pay', 'pay'],
  ['refuse', 'refuse'],
  ['echeck', 'echeck'],
])

export function showApprovalPage(emulator: Emulator, { query, headers }: ApiRequest): Answer {
  const order = findOrder(emulator, query.get('token') ?? '')
  const isBelow = prefixOf(headers) !== ''
  if (!isWaiting(order)) return closedPage(order, isBelow)
  return payPage(emulator, order, query, { email: 'buyer@example.com' })
}

export function decideApproval(emulator: Emulator, { query, form, headers }: ApiRequest): Answer {
  const order = findOrder(emulator, query.get('token') ?? '')
  const isBelow = prefixOf(headers) !== ''
  const openedFor = takeFormToken(emulator, form)
  if (!isWaiting(order)) return closedPage(order, isBelow)
  if (openedFor !== order.id) return usedPage(query)

  const choice = form.get('choice')
  if (choice === 'cancel') return leave(order, query, 'cancel', isBelow)

  const outcome = outcomes.get(choice)
  const email = form.get('email')?.trim() ?? ''
  if (!outcome) return usedPage(query)
  if (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254) {
    return payPage(emulator, order, query, { email, error: 'Enter an email address, for example buyer@example.com.' })
  }
  const approval = { email, payerId: newId(13), outcome }
  const purchaseUnit = asksForAddress(order)
    ? { ...order.purchaseUnit, shipping: shippingOf(order, form, email) }
    : order.purchaseUnit
  updateOrder(emulator, order, { status: 'APPROVED', approval, purchaseUnit, waitingSince: timestamp(emulator.now()) })
  announceOrder(emulator, 'CHECKOUT.ORDER.APPROVED', order)
  return leave(order, query, 'approve', isBelow)
}

const asksForAddress = ({ experience }: Order) => experience.shipping_preference === 'GET_FROM_FILE'

/** Contact details are told where the shop asks for them. */
function shippingOf({ experience }: Order, form: URLSearchParams, email: string) {
  const typed = (field: AddressField) => (form.get(field) ?? TEST_ADDRESS[field]).trim()
  const phone = typed('phone')
  const isContactAsked = (experience.contact_preference ?? 'NO_CONTACT_INFO') !== 'NO_CONTACT_INFO'
  return {
    name: { full_name: typed('full_name') },
    ...(isContactAsked && { email_address: typed('contact_email') || email }),
    ...(isContactAsked && phone && { phone_number: { country_code: '91', national_number: phone } }),
    address: {
      address_line_1: typed('address_line_1'),
      address_line_2: typed('address_line_2'),
      admin_area_2: typed('admin_area_2'),
      admin_area_1: typed('admin_area_1'),
      postal_code: typed('postal_code'),
      country_code: typed('country_code'),
    },
  }
}

type WaitingOrder = Order & { status: 'CREATED' | 'PAYER_ACTION_REQUIRED' }

function isWaiting(order: Order | undefined): order is WaitingOrder {
  return order?.status === 'CREATED' || order?.status === 'PAYER_ACTION_REQUIRED'
}

function payPage(emulator: Emulator, order: Order, query: URLSearchParams, field: { email: string; error?: string }) {
  const { experience, purchaseUnit } = order
  const page = paymentPage({
    brand: experience.brand_name || emulator.brand,
    purchaseUnit,
    continues: experience.user_action === 'CONTINUE',
    address: asksForAddress(order) ? TEST_ADDRESS : undefined,
    action: addressOf(query),
    formToken: issueFormToken(emulator, order.id),
    ...field,
  })
  return htmlAnswer(field.error ? 422 : 200, page, order)
}

function closedPage(order: Order | undefined, isBelow: boolean) {
  if (!order) {
    const text = 'It does not exist, or it waited for more than three hours. Go back to the shop and start again.'
    return htmlAnswer(404, noticePage('We cannot find this payment', text))
  }
  if (order.status === 'VOIDED') {
    const text = 'The approval was withdrawn, and no money has moved. Go back to the shop and start again.'
    return htmlAnswer(200, noticePage('This payment was withdrawn', text))
  }
  const [title, text] =
    order.status === 'APPROVED'
      ? ['This payment is already approved', 'Nothing more to do here: the shop can collect it now.']
      : ['This payment is finished', 'The shop has collected it. You can close this page.']
  const back = awayFrom(order, 'approve', isBelow)
  return htmlAnswer(200, noticePage(title, text, back ? { href: back, label: 'Back to the shop' } : undefined))
}

function usedPage(query: URLSearchParams) {
  const text = 'Each form works once, so that nothing is paid twice. Open the payment again to choose.'
  const again = { href: addressOf(query), label: 'Open the payment again' }
  return htmlAnswer(409, noticePage('This form was already used', text, again))
}

/**
 * Leads the buyer back to the shop. Behind a prefix (`isBelow`) the buyer stays at that server's address: the return
 * link is a path, and only a window of the same origin is notified.
 */
function leave(order: Order, query: URLSearchParams, result: 'approve' | 'cancel', isBelow: boolean): Answer {
  const href = awayFrom(order, result, isBelow)
  if (href && !query.has('popup')) return { status: 303, headers: { location: href } }

  const { return_url } = order.experience
  const { id, approval } = order
  const origin = isBelow ? '/' : return_url && new URL(return_url).origin
  return htmlAnswer(200, resultPage({ result, orderId: id, payerId: approval?.payerId, origin, href }), order)
}

function awayFrom({ id, experience, approval }: Order, result: 'approve' | 'cancel', isBelow: boolean) {
  const target = result === 'approve' ? experience.return_url : experience.cancel_url
  if (!target) return

  const url = new URL(target)
  url.searchParams.set('token', id)
  if (approval) url.searchParams.set('PayerID', approval.payerId)
  return isBelow ? url.pathname + url.search : url.href
}

function addressOf(query: URLSearchParams) {
  const popup = query.has('popup') ? '&popup=1' : ''
  return `/checkoutnow?token=${encodeURIComponent(query.get('token') ?? '')}${popup}`
}

/** Answers a page; its form-action lists the shop's origins, because browsers apply it to the redirect after a form. */
function htmlAnswer(status: number, page: Html, order?: Order): Answer {
  const { return_url, cancel_url } = order?.experience ?? {}
  const origins = [return_url, cancel_url].filter(url => url !== undefined).map(url => new URL(url).origin)
  return pageAnswer(status, page, { formTargets: [...new Set(origins)], referrer: 'no-referrer' })
}
