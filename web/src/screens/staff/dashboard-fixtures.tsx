import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import { ok, stubShop, visit } from '../../../test/browser.tsx'
import { asha } from '../../../test/samples.ts'
import { rememberUser } from '../../lib/current-user.ts'
import { DashboardRoutes } from './dashboard-routes.tsx'

const admin = { ...asha, role: 'admin' } as const

/** A screen of the dashboard with its layout, as an admin sees it; the live events' stream stays silent. */
export function openDashboard(path: string, answers: Parameters<typeof stubShop>[0]) {
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  )
  rememberUser(admin)
  const shop = stubShop({ 'GET /users/current-user': ok(admin), ...answers })
  const visitor = visit(path, [
    { path: '/dashboard/*', Component: DashboardRoutes },
    { path: '/auth/login', element: <h1>Login</h1> },
  ])
  return { ...shop, ...visitor }
}

/** Presses the first button of this name: jsdom has no layout, so buttons for small screens have the name too. */
export async function press(name: string) {
  const [button] = await screen.findAllByRole('button', { name })
  if (button) await userEvent.click(button)
}
