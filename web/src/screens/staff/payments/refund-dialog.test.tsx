import type { RefundablePayment } from '@mela/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { RefundDialog } from './payment-card.tsx'

const payment = {
  _id: 'f'.repeat(24),
  amount: 198,
  currency: 'USD',
  status: 'completed',
  problem: null,
  customer: { _id: 'a'.repeat(24), name: { firstName: 'Asha', lastName: 'Rao' } },
  refunds: [],
  leftToRefund: 198,
  canRefund: true,
} as unknown as RefundablePayment
const call = `POST /payments/${payment._id}/refunds`

afterEach(leaveShop)

async function ask(amount: string) {
  await userEvent.click(await screen.findByRole('radio', { name: 'A part of it' }))
  const field = screen.getByLabelText('Amount in dollars')
  await userEvent.clear(field)
  await userEvent.type(field, amount)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await userEvent.click(await screen.findByRole('button', { name: `Refund $${amount}.00` }))
}

describe('the refund dialog', () => {
  it('gets another amount after a lost answer, shows the refunds and begins a new request', async () => {
    const message = 'This request has already asked for a refund of $50.00. Look at what went back, then ask again.'
    const { callsTo } = stubShop({ [call]: ['unreachable', refused(409, message), ok({ state: 'completed' }, 201)] })
    const close = vi.fn()
    visit('/', [{ path: '/', element: <RefundDialog payment={payment} onClose={close} /> }])

    await ask('50')
    await waitFor(() => expect(callsTo(call)).toHaveLength(1))
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await ask('60')

    expect(await screen.findByText(message)).toBeTruthy()
    expect(await screen.findByRole('dialog', { name: 'Refund payment' })).toBeTruthy()
    expect(close).not.toHaveBeenCalled()
    await ask('60')
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const [first, second, third] = callsTo(call)
    expect([first?.body, second?.body, third?.body]).toEqual([{ amount: 50 }, { amount: 60 }, { amount: 60 }])
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(third?.headers['idempotency-key']).not.toBe(second?.headers['idempotency-key'])
  })

  it('accepts an amount as the dashboard shows it, and names the maximum in the same format', async () => {
    const { callsTo } = stubShop({ [call]: ok({ state: 'completed' }, 201) })
    const dear = { ...payment, amount: 2327.8, leftToRefund: 2327.8 }
    visit('/', [{ path: '/', element: <RefundDialog payment={dear} orderStatus="processing" onClose={vi.fn()} /> }])

    await userEvent.click(await screen.findByRole('radio', { name: 'A part of it' }))
    const field = screen.getByLabelText('Amount in dollars')
    await userEvent.type(field, '2,400{Enter}')
    expect(await screen.findByText('This cannot be more than $2,327.80.')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(field, '2,327.80{Enter}')

    expect(await screen.findByText('The order becomes Refunded.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Refund $2,327.80' }))
    await waitFor(() => expect(callsTo(call)[0]?.body).toEqual({ amount: 2327.8 }))
  })
})
