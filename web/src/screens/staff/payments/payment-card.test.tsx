import type { RefundablePayment, ShownGateway } from '@mela/contract'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { paypal } from '../../../../test/samples.ts'
import { PaymentCard } from './payment-card.tsx'
import { DisputeNotice } from './payment-flags.tsx'

const payment = {
  _id: 'f'.repeat(24),
  order: 'd'.repeat(24),
  transactionId: 'T1',
  amount: 198,
  currency: 'USD',
  status: 'completed',
  mode: 'live',
  paymentGateway: 'paypal',
  update_time: '2025-03-04T10:00:00.000Z',
  email_address: null,
  problem: null,
  disputed: true,
  reversed: false,
  refundedAmount: 0,
  customer: { _id: 'a'.repeat(24), name: { firstName: 'Asha', lastName: 'Rao' } },
  refunds: [],
  leftToRefund: 198,
  canRefund: true,
} as unknown as RefundablePayment

afterEach(leaveShop)

/** Renders a payment and its dispute notice in a shop with these gateways. */
async function open(gateways: ShownGateway[], provider: string) {
  stubShop({ 'GET /payments/gateways': ok(gateways) })
  const element = (
    <>
      <DisputeNotice payments={[payment]} />
      <PaymentCard payment={payment} />
    </>
  )
  visit('/', [{ path: '/', element }])
  await screen.findAllByText(provider)
}

const refundButton = () => screen.queryByRole('button', { name: 'Refund' })
const disputeLink = () => screen.queryByRole('link', { name: 'See the dispute' })

describe('a payment', () => {
  it('offers what its gateway can do, under its name', async () => {
    const acme: ShownGateway = {
      ...paypal,
      displayName: 'Acme Pay',
      can: { refund: false, partialRefund: false, dispute: false, pay: 'offline' },
    }

    await open([acme], 'Acme Pay')

    expect(refundButton()).toBeNull()
    expect(disputeLink()).toBeNull()
    expect(screen.getByRole('link', { name: 'See it at Acme Pay' })).toBeTruthy()
  })

  it('is refunded as a whole where its gateway refunds no part', async () => {
    await open([{ ...paypal, can: { ...paypal.can, partialRefund: false } }], 'PayPal')

    await userEvent.click(screen.getByRole('button', { name: 'Refund' }))

    expect(await screen.findByRole('button', { name: 'Refund $198.00' })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'A part of it' })).toBeNull()
  })

  it('names a gateway that the shop is not connected to', async () => {
    await open([], 'paypal, not connected')

    expect(disputeLink()).toBeTruthy()
  })
})
