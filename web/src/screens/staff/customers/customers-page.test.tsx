import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, okPage, refused } from '../../../../test/browser.tsx'
import { asha } from '../../../../test/samples.ts'
import { openDashboard, press } from '../dashboard-fixtures.tsx'

afterEach(leaveShop)

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
