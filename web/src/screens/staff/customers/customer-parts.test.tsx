import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, okPage, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { asha } from '../../../../test/samples.ts'
import { openDashboard, press } from '../dashboard-fixtures.tsx'
import { RoleDialog } from './customer-parts.tsx'

afterEach(leaveShop)

it.each([
  ['customer', ['Customer', 'Admin']],
  ['manager', ['Customer', 'Manager', 'Admin']],
] as const)('B141 a role that may do nothing is offered to accounts alone that have it: %s', async (role, names) => {
  stubShop({})
  const Page = () => <RoleDialog user={{ ...asha, role }} isEmailConfirmed onClose={() => {}} />
  visit('/', [{ path: '/', Component: Page }])

  await screen.findByRole('dialog')
  const labels = screen.getAllByRole('radio').map(radio => radio.closest('label')?.textContent ?? '')
  expect(labels.map((label, index) => label.startsWith(names[index] ?? '?'))).toEqual(names.map(() => true))
})

it('T186 T188 a switch in the list of a thousand customers that fails returns to its state and shows an error', async () => {
  openDashboard('/dashboard/customers', {
    'GET /users/customers?size=1000&page=1': okPage([asha]),
    [`PATCH /users/user/${asha._id}/status`]: refused(500),
  })

  await userEvent.click(await screen.findByRole('switch'))
  await press('Deactivate')

  await screen.findByText('An error occurred while updating the customer status.')
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
})
