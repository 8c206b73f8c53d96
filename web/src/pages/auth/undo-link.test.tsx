import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../test/browser.tsx'
import { ReopenAccountPage } from './reopen-account-page.tsx'

afterEach(leaveShop)

it('sends a one-time link once for two clicks, and shows the result', async () => {
  const { callsTo } = stubShop({
    'POST /auth/reopen-account': [ok(null), refused(400, 'This link was used already or is too old.')],
  })
  visit('/auth/reopen-account?token=abc', [{ path: '/auth/reopen-account', Component: ReopenAccountPage }])

  const button = await screen.findByRole('button', { name: 'Open my account again' })
  fireEvent.click(button)
  fireEvent.click(button)

  expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy()
  expect(callsTo('POST /auth/reopen-account')).toHaveLength(1)
})
