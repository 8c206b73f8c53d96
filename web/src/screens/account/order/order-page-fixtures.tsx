import type { Order } from '@mela/contract'
import { afterEach, beforeEach, vi } from 'vitest'
import { leaveShop, ok, visit } from '../../../../test/browser.tsx'
import { asha, order, paypal } from '../../../../test/samples.ts'
import { rememberUser } from '../../../lib/current-user.ts'
import { PayPage } from './order-page.tsx'

export const emulatorUrl = 'http://127.0.0.1:4010'
export const providerOrder = '5O190127TN364715T'
export const orderCall = `GET /orders/current-user/${order._id}`
export const path = `/account/pay/${order._id}`

export const payment = {
  _id: 'f'.repeat(24),
  user: asha._id,
  order: order._id,
  status: 'completed',
  transactionId: 'CAPTURE1',
  amount: order.totalAmount,
  paymentGateway: 'paypal',
  update_time: order.createdAt,
  email_address: null,
} as const
export const linked = (status: 'completed' | 'pending'): Order => ({
  ...order,
  amountPaid: status === 'completed' ? order.totalAmount : 0,
  status: status === 'completed' ? 'processing' : 'pending',
  payment: { ...payment, status, disputed: false },
})

export const signedIn = {
  'GET /users/current-user': ok(asha),
  'GET /categories': ok([]),
  'GET /payments/gateways': ok([paypal]),
  'GET /payments/paypal': ok({ clientId: 'TEST-client', mode: 'test', emulatorUrl, gateways: [paypal] }),
  [`GET /payments/paypal/orders/${order._id}`]: ok({ gateway: null, transactionId: null, isUnderWay: false }),
  'POST /payments/paypal/orders': ok({ orderId: providerOrder, approveUrl: `${emulatorUrl}/checkoutnow` }, 201),
}

/** The properties of the test SDK's popup that the page uses. */
export const popup = { closed: false, location: { href: '' }, close: vi.fn() }
export const assign = vi.fn()
export const reload = vi.fn()

export const open = (search = '') =>
  visit(path + search, [
    { path: '/account/pay/:orderId', Component: PayPage },
    { path: '*', element: <h1>Elsewhere</h1> },
  ])

export const anyPayButton = () => document.querySelector('paypal-button')

/** A signed-in customer in a browser whose windows and navigation are recorded. */
export function startAsCustomer() {
  beforeEach(() => {
    rememberUser(asha)
    Object.assign(popup, { closed: false, location: { href: '' } })
    vi.stubGlobal(
      'open',
      vi.fn(() => popup),
    )
    vi.stubGlobal('scrollTo', vi.fn())
    vi.stubGlobal('location', { ...location, assign, reload, search: '' })
  })
  afterEach(() => {
    vi.clearAllMocks()
    leaveShop()
  })
}
