import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, okPage, refused, stubShop, visit } from '../../../../test/browser.tsx'
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

it('asks for the password when an account becomes admin, and to confirm an admin who became one without it', async () => {
  const ravi = { ...asha, _id: 'e'.repeat(24), name: { firstName: 'Ravi', lastName: 'Das' } }
  const role = `PATCH /users/${ravi._id}`
  const { callsTo } = openDashboard('/dashboard/customers/staff', {
    'GET /users/staff?size=1000&page=1': okPage([{ ...ravi, role: 'admin', isRoleProven: false }]),
    'GET /users/current-user/two-factor': ok({ isEnabled: false, recoveryCodesLeft: 0 }),
    [role]: ok(ravi),
  })

  await press('Confirm role')
  await userEvent.type(await screen.findByLabelText('Your password'), 'abcd1!')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirm role' }))

  const body = { userId: ravi._id, role: 'admin', password: 'abcd1!' }
  await waitFor(() => expect(callsTo(role)).toMatchObject([{ body }]))
  visit('/', [{ path: '/', Component: () => <RoleDialog user={ravi} isEmailConfirmed onClose={() => {}} /> }])
  expect(screen.queryByLabelText('Your password')).toBeNull()
  await userEvent.click(await screen.findByRole('radio', { name: /^Admin/ }))
  await userEvent.type(await screen.findByLabelText('Your password'), 'abcd1!')
  await press('Change role')
  await waitFor(() => expect(callsTo(role)).toMatchObject([{ body }, { body }]))
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
