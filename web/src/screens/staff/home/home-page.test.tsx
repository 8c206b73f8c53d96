import type { Troubles } from '@mela/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, refused } from '../../../../test/browser.tsx'
import { storedUser } from '../../../lib/current-user.ts'
import { openDashboard } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

const LOGOUT = 'POST /auth/logout'
const counts = { visit: 200, product: 120, cart: 30, checkout: 6, placed: 3 }
const aFunnel = {
  total: counts,
  days: [{ day: '2026-11-29', ...counts }],
  sources: [{ source: 'google.com', ...counts }],
  orders: 4,
}
const open = (stats = {}, troubles: Troubles = { refusing: [], unopened: [], unsent: null }) =>
  openDashboard('/dashboard/home', {
    'GET /users/admin': ok(stats),
    'GET /dashboard/report?days=14': ok({ sales: [], statuses: [], bestSellers: [], taxes: [] }),
    'GET /dashboard/funnel?days=14': ok(aFunnel),
    'GET /dashboard/low-stock': ok({ total: 0, products: [] }),
    'GET /dashboard/troubles': ok(troubles),
    'GET /orders/status/processing?size=5': okPage([]),
    [LOGOUT]: refused(500),
  })

it('shows a tile for each key, whatever the keys are (T167)', async () => {
  open({ totalSales: '$12.00', 'Lost parcels': 3 })

  const names = (await screen.findAllByRole('term')).map(({ textContent }) => textContent)
  expect(names).toEqual(['Total sales', 'Lost parcels'])
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['$12.00', '3'])
})

it('shows how far visits came, each step as a part of the one before', async () => {
  open()

  expect(await screen.findByText('60% of the step before')).toBeTruthy()
  expect(screen.getAllByText(/% of the step before/).map(({ textContent }) => textContent?.split(' ')[0])).toEqual([
    ...['60%', '25%', '20%', '50%'],
  ])
  expect(screen.getByRole('table', { name: 'Visits by source' }).textContent).toContain('google.com')
})

it('says which provider refuses keys or payments and what emails wait for, and where to mend it', async () => {
  const unopened = [{ provider: 'Stripe', refusal: 'Your account cannot make charges.' }]
  open({}, { refusing: ['PayPal'], unopened, unsent: { count: 2, refusal: '535 no' } })

  expect(
    await screen.findByText('PayPal does not take the keys of this shop: nobody can pay or be refunded there.'),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'Stripe did not take the last payment that a customer began, and said: “Your account cannot make charges.”',
    ),
  ).toBeTruthy()
  expect(screen.getByText('2 emails could not be sent: “535 no”.')).toBeTruthy()
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([hrefOf('Look at the keys of PayPal'), hrefOf('Look at the mail server')]).toEqual([
    ...['/dashboard/settings/payments', '/dashboard/settings/shop'],
  ])
})

it('says so when there are no recent orders (T169)', async () => {
  open()

  expect(await screen.findByText('No recent orders.')).toBeTruthy()
})

it('a logout that fails still leads to the login, without a user (T154)', async () => {
  const { at, callsTo } = open()

  await userEvent.click(await screen.findByText('Logout'))

  await waitFor(() => expect(at()).toBe('/auth/login'))
  await waitFor(() => expect(storedUser()).toBeNull())
  expect(callsTo(LOGOUT)).toHaveLength(1)
})

it('leads staff to set up two-factor sign-in, and shows no screen, while the shop demands it', async () => {
  const demanded = refused(403, 'Set up two-factor sign-in in your profile first.', { code: 'two_factor_demanded' })
  openDashboard('/dashboard/home', {
    'GET /reviews/waiting': demanded,
    'GET /reviews?page=1&size=1&state=waiting': demanded,
  })

  expect((await screen.findByRole('link', { name: 'Set it up' })).getAttribute('href')).toBe(
    '/account/profile#security',
  )
  expect(screen.queryByText('No recent orders.')).toBeNull()
})
