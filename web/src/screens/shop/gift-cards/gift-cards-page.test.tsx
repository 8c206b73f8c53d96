import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { GiftCardsPage } from './gift-cards-page.tsx'

afterEach(leaveShop)

it('names the last day of a gift card as it is in the shop', async () => {
  const [timeZone, expiresAt] = ['Pacific/Niue', '2026-12-21T11:00:00.000Z']
  const card = { lastFour: 'WZ5H', balance: 25, currency: 'USD', isActive: true, isExpired: false, refusal: null }
  stubShop({ 'POST /gift-cards/balance': ok({ ...card, expiresAt }) })
  const { queryClient } = visit('/gift-cards', [{ path: '/gift-cards', Component: GiftCardsPage }])
  act(() => void queryClient.setQueryData(['shop'], { timeZone }))

  await userEvent.type(screen.getByLabelText('Code'), '7KQ2M0XT93BDWZ5H')
  await userEvent.click(screen.getByRole('button', { name: 'Show balance' }))

  const day = new Date('2026-12-20T12:00:00.000Z').toLocaleDateString(undefined, { dateStyle: 'medium', timeZone })
  expect((await screen.findByText(/^It can be used until/)).parentElement?.textContent).toContain(day)
})
