import type { RefundablePayment, ShownGateway } from '@mela/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { paypal } from '../../../../test/samples.ts'
import { PaymentCard, RefundDialog } from './payment-card.tsx'
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
  backOnCards: 0,
  spentOnCards: null,
  canRefund: true,
} as unknown as RefundablePayment

afterEach(leaveShop)

/** Renders a payment and its dispute notice in a shop with these gateways. */
async function open(gateways: ShownGateway[]) {
  stubShop({ 'GET /payments/gateways': ok(gateways) })
  const element = (
    <>
      <DisputeNotice payments={[payment]} />
      <PaymentCard payment={payment} />
    </>
  )
  visit('/', [{ path: '/', element }])
  if (gateways.length > 0) await screen.findByRole('link', { name: 'See at the provider' })
}

const refundButton = () => screen.queryByRole('button', { name: 'Refund' })
const disputeLink = () => screen.queryByRole('link', { name: 'See the dispute' })

describe('a payment', () => {
  it('offers what its gateway can do', async () => {
    const can: ShownGateway['can'] = { refund: false, dispute: false, pay: 'offline' }

    await open([{ ...paypal, can }])

    expect(screen.getByRole('link', { name: 'See it at PayPal' })).toBeTruthy()
    expect(refundButton()).toBeNull()
    expect(disputeLink()).toBeNull()
  })

  it('names a gateway that the shop is not connected to', async () => {
    await open([])

    expect(screen.getByText('PayPal')).toBeTruthy()
    expect(disputeLink()).toBeTruthy()
  })
})

const by = { _id: 'b'.repeat(24), name: { firstName: 'Ben', lastName: 'Ray' } }
const receipt = {
  _id: 'c'.repeat(24),
  amount: 198,
  receivedOn: '2025-03-04',
  note: null,
  by,
  createdAt: '2025-03-04T10:00:00.000Z',
}
const transfer: RefundablePayment = { ...payment, paymentGateway: 'transfer', receivedAmount: 198, receipts: [receipt] }

describe('what arrived', () => {
  it.each([
    ['completed', true],
    ['failed', false],
  ] as const)(
    'is taken back of a payment that is %s; whether its customer was told of it: %s',
    async (status, isTold) => {
      const TAKE_BACK = `DELETE /payments/${payment._id}/receipts/${receipt._id}`
      const message = 'Gift cards were issued for this payment and may be spent.'
      const { callsTo } = stubShop({ [TAKE_BACK]: [refused(409, message)] })
      visit('/', [{ path: '/', element: <PaymentCard payment={{ ...transfer, status }} /> }])

      await userEvent.click(await screen.findByRole('button', { name: 'Take back' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Take this back?' }))
      expect(dialog.getByText('$198.00 counts as not arrived again.')).toBeTruthy()
      expect(dialog.queryByText(/^The customer was told that the order is paid/) !== null).toBe(isTold)

      await userEvent.click(dialog.getByRole('button', { name: 'Take back' }))
      expect(await screen.findByText(message)).toBeTruthy()
      expect(callsTo(TAKE_BACK)).toHaveLength(1)
    },
  )
})

const REFUND = `POST /payments/${payment._id}/refunds`

async function ask(amount: string) {
  const field = await screen.findByLabelText('Amount in dollars')
  await userEvent.clear(field)
  await userEvent.type(field, amount)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await userEvent.click(await screen.findByRole('button', { name: `Refund $${amount}.00` }))
}

describe('the refund dialog', () => {
  it('gets another amount after a lost answer, shows the refunds and begins a new request', async () => {
    const message = 'This request has already asked for a refund of $50.00. Look at what went back, then ask again.'
    const { callsTo } = stubShop({ [REFUND]: ['unreachable', refused(409, message), ok({ state: 'completed' }, 201)] })
    const close = vi.fn()
    visit('/', [{ path: '/', element: <RefundDialog payment={payment} onClose={close} /> }])

    await ask('50')
    await waitFor(() => expect(callsTo(REFUND)).toHaveLength(1))
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await ask('60')

    expect(await screen.findByText(message)).toBeTruthy()
    expect(await screen.findByRole('dialog', { name: 'Refund payment' })).toBeTruthy()
    expect(close).not.toHaveBeenCalled()
    await ask('60')
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const [first, second, third] = callsTo(REFUND)
    expect([first?.body, second?.body, third?.body]).toEqual([{ amount: 50 }, { amount: 60 }, { amount: 60 }])
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(third?.headers['idempotency-key']).not.toBe(second?.headers['idempotency-key'])
  })

  it('counts what went back to gift cards beside the payment', async () => {
    stubShop({})
    visit('/', [{ path: '/', element: <RefundDialog payment={{ ...payment, backOnCards: 50 }} onClose={vi.fn()} /> }])

    expect(await screen.findByText('$198.00 was paid. Nothing of it has gone back yet.')).toBeTruthy()
    expect(screen.getByText('$50.00 more went back to gift cards.')).toBeTruthy()
  })

  it('says before and after the amount what is spent of the gift cards that were bought, and that a part leaves them', async () => {
    stubShop({})
    const sold = { ...payment, spentOnCards: 50 }
    visit('/', [{ path: '/', element: <RefundDialog payment={sold} onClose={vi.fn()} /> }])
    const spent = '$50.00 of the gift cards that were bought with it is spent already.'
    const stay = 'Gift cards that were bought with it stay valid until you deactivate them on their own pages.'

    const field = await screen.findByLabelText('Amount in dollars')
    expect(screen.getByText(spent)).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '60{Enter}')

    expect(await screen.findByText(stay)).toBeTruthy()
    expect(screen.getByText(spent)).toBeTruthy()
  })

  it('accepts an amount as the dashboard shows it, and names the maximum in the same format', async () => {
    const { callsTo } = stubShop({ [REFUND]: ok({ state: 'completed' }, 201) })
    const dear = { ...payment, amount: 2327.8, leftToRefund: 2327.8 }
    visit('/', [{ path: '/', element: <RefundDialog payment={dear} orderStatus="processing" onClose={vi.fn()} /> }])

    const field = await screen.findByLabelText('Amount in dollars')
    await userEvent.clear(field)
    await userEvent.type(field, '2,400{Enter}')
    expect(await screen.findByText('This cannot be more than $2,327.80.')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '2,327.80{Enter}')

    expect(await screen.findByText('The order becomes Refunded.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Refund $2,327.80' }))
    await waitFor(() => expect(callsTo(REFUND)[0]?.body).toEqual({ amount: 2327.8 }))
  })
})
