import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, type Outcome, okPage, refused } from '../../../test/browser.tsx'
import { cardOf, kurta, kurtaInFull, order } from '../../../test/samples.ts'
import { openDashboard, press } from './dashboard-fixtures.tsx'

afterEach(leaveShop)

const RELOAD = 'Something went wrong please try reloading the page...'

it.each([
  ['orders', '/orders?page=1', 'Something went wrong, please try reloading the page.'],
  ['payments', '/payments?page=1', 'Something went wrong, please try reloading the page.'],
  ['categories', '/categories/staff', RELOAD],
  ['customers', '/users/customers?size=1000&page=1', RELOAD],
  ['media', '/media?page=1&size=8', 'Something went wrong, please try again.'],
])(
  'a list of %s that fails says why, in red, and can be tried again (T174, T187, T201, T218, T233)',
  async (list, path, text) => {
    openDashboard(`/dashboard/${list}`, { [`GET ${path}`]: [refused(500), refused(500, 'Not today.'), okPage([])] })

    const error = await screen.findByRole('alert')
    expect(error.textContent).toBe(`Error: ${text}`)
    expect(error.className).toContain('text-danger')
    await press('Try again')
    await screen.findByText('Error: Not today.')
    await press('Try again')

    await screen.findByText(/ found/)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

it.each([
  ['No categories found.', 'categories', '/categories/staff'],
  ['No payments found.', 'payments', '/payments?page=1'],
  ['No successful payments found.', 'payments/successful', '/payments/status/completed?page=1'],
  ['No failed payments found.', 'payments/failed', '/payments/status/failed?page=1'],
  ['No orders found.', 'orders', '/orders?page=1'],
  ['No orders are ready to ship.', 'orders/pending', '/orders/status/processing?page=1'],
  ['No delivered orders found.', 'orders/delivered', '/orders/status/delivered?page=1'],
  ['No cancelled orders found.', 'orders/cancelled', '/orders/status/cancelled?page=1'],
  ['No refunded orders found.', 'orders/refunded', '/orders/status/refunded?page=1'],
])('an empty list says so: %s (T173, T212-T216, T230-T232)', async (text, list, path) => {
  openDashboard(`/dashboard/${list}`, { [`GET ${path}`]: okPage([]) })

  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('without disputes their pages show the sentences, and lead to each other (T189-T191)', async () => {
  const { at } = openDashboard('/dashboard/disputes', {
    'GET /disputes?page=1': okPage([]),
    'GET /disputes?page=1&state=open': okPage([]),
    'GET /disputes?page=1&state=closed': okPage([]),
  })
  const follow = (name: string) =>
    userEvent.click(within(screen.getByRole('navigation', { name: 'Disputes sections' })).getByRole('link', { name }))

  await screen.findByText('No disputes.')
  await follow('Open')
  await screen.findByText('No open disputes.')
  expect(at()).toBe('/dashboard/disputes/open')
  await follow('Closed')
  await screen.findByText('No closed disputes.')
  expect(at()).toBe('/dashboard/disputes/closed')
})

it.each([
  ['products', '/products', 'No products found.'],
  ['products/on-sale', '/products/on-sale', 'No products found.'],
  ['products/inactive', '/products/inactive', 'No inactive products found.'],
  ['customers', '/users/customers', 'Nothing found.'],
])('%s that a keyword empties says so, and the search can be cleared (T184, T238, T239)', async (list, path, text) => {
  const { at } = openDashboard(`/dashboard/${list}?keyword=qqq`, {
    [`GET ${path}?view=card&page=1&keyword=qqq`]: okPage([]),
    [`GET ${path}?view=card&page=1`]: okPage([]),
    [`GET ${path}?size=1000&page=1&keyword=qqq`]: okPage([]),
    [`GET ${path}?size=1000&page=1`]: okPage([]),
  })

  await screen.findByText(text)
  await userEvent.click(screen.getByRole('link', { name: 'Clear search' }))

  expect(at()).toBe(`/dashboard/${list}`)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

it('nothing acts on rows of the page before while the next one loads', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const row = { ...cardOf(kurta), category: kurtaInFull.category }
  openDashboard('/dashboard/products', {
    'GET /products?view=card&page=1': okPage([row], { total: 9 }),
    'GET /products?view=card&page=2&size=8': promise,
  })
  const controls = () => [
    ...screen.getAllByRole('checkbox'),
    screen.getByRole('button', { name: `Delete ${kurta.name}` }),
  ]
  const areInert = () => controls().map(control => control.closest('[inert]') !== null)
  await userEvent.click(await screen.findByRole('link', { name: 'Next page' }))

  await waitFor(() => expect(new Set(areInert())).toEqual(new Set([true])))
  resolve(okPage([row], { total: 9, page: 2 }))

  await waitFor(() => expect(new Set(areInert())).toEqual(new Set([false])))
})

it('B144 rows show their day by the clock of the shop, by which the list is filtered', async () => {
  const placed = { ...order, createdAt: '2026-11-20T20:30:00.000Z', flags: [] }
  const { queryClient } = openDashboard('/dashboard/orders', { 'GET /orders?page=1': okPage([placed]) })

  expect(await screen.findByText(/Nov 21, 2026/)).toBeTruthy()
  act(() => void queryClient.setQueryData(['shop'], { timeZone: 'America/Los_Angeles' }))
  expect(await screen.findByText(/Nov 20, 2026/)).toBeTruthy()
})
