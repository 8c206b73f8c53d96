import type { User } from '@mela/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, setSignedInCookie, stubShop, visit } from '../../../test/browser.tsx'
import { asha } from '../../../test/samples.ts'
import { DashboardRoutes } from './dashboard-routes.tsx'

afterEach(leaveShop)

const manager: User = { ...asha, role: 'manager' }
const sections = ['home', 'orders', 'payments', 'products', 'categories', 'customers', 'media', 'disputes', 'audit']

it.each<[section: string, who: string, user?: User]>([
  ['home', 'a visitor'],
  ['home', 'a customer', asha],
  ...sections.map((section): [string, string, User] => [section, 'a manager', manager]),
])('T144 T145 T146 T147 B48 B71 %s sends %s home with one alert, and asks for nothing', async (section, _, user) => {
  if (user) setSignedInCookie()
  const { calls } = stubShop({ 'GET /users/current-user': ok(user) })

  const { at } = visit(`/dashboard/${section}`, [
    { path: '/dashboard/*', Component: DashboardRoutes },
    { path: '/', element: <h1>Home</h1> },
  ])

  await screen.findByRole('heading', { name: 'Home' })
  expect(at()).toBe('/')
  expect((await screen.findAllByRole('alert')).map(alert => alert.textContent)).toEqual([
    expect.stringContaining('You are not authorized to access this page.'),
  ])
  expect(calls).toHaveLength(user ? 1 : 0)
})
