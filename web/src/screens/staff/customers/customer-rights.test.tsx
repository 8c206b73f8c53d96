import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, stubShop, visit } from '../../../../test/browser.tsx'
import { asha } from '../../../../test/samples.ts'
import { RoleDialog } from './customer-rights.tsx'

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
