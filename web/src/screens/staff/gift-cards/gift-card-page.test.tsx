import { type FullGiftCard, staffPaths } from '@mela/contract'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok } from '../../../../test/browser.tsx'
import { openDashboard, press } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

const _id = '64e500000000000000000001'
const card: FullGiftCard = {
  ...{ _id, lastFour: 'AB12', initialAmount: 50, balance: 50, currency: 'USD', expiresAt: null, isExpired: false },
  ...{ isActive: true, hold: null, recipient: null, order: null, createdAt: '2026-01-05T10:00:00.000Z' },
  ...{ message: null, madeBy: null, ledger: [] },
}

const open = (given: Partial<FullGiftCard>) =>
  openDashboard(staffPaths.giftCard(_id), {
    [`GET /gift-cards/${_id}`]: ok({ ...card, ...given }),
    [`POST /gift-cards/${_id}/emails`]: ok(null),
  })

it.each([
  ['its recipient, who can be corrected', 'frend@example.com', 'friend@example.com', 'friend@example.com'],
  ['its recipient, whom another may have corrected', 'friend@example.com', '', undefined],
  ['its buyer', null, '', undefined],
  ['a recipient instead of its buyer', null, 'friend@example.com', 'friend@example.com'],
])('a card is sent again to %s, after saying that its code stays', async (_, recipient, typed, sent) => {
  const { callsTo } = open({ recipient })

  await press('Send again')
  const field = await screen.findByLabelText<HTMLInputElement>(/^Email of the recipient/)
  expect(screen.getByText(/Its code stays the same/)).toBeTruthy()
  expect(field.value).toBe(recipient ?? '')
  if (typed) await userEvent.clear(field)
  if (typed) await userEvent.type(field, typed)
  const [send] = screen.getAllByRole('button', { name: 'Send again' }).slice(-1)
  if (send) await userEvent.click(send)

  expect(callsTo(`POST /gift-cards/${_id}/emails`).map(({ body }) => body)).toEqual([sent ? { recipient: sent } : {}])
})
