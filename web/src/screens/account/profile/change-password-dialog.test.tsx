import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, ok, refused, stubShop, visit } from '../../../../test/browser.tsx'
import { ChangePasswordDialog } from './security-section.tsx'

const call = 'PATCH /users/current-user/password'

afterEach(leaveShop)

function openDialog() {
  const onClose = vi.fn()
  visit('/', [{ path: '/', element: <ChangePasswordDialog open onClose={onClose} /> }])
  return onClose
}

async function change(oldPassword: string, newPassword: string, confirmation = newPassword) {
  if (oldPassword) await userEvent.type(screen.getByLabelText('Old password'), oldPassword)
  await userEvent.type(screen.getByLabelText('New password'), newPassword)
  await userEvent.type(screen.getByLabelText('Confirm new password'), confirmation)
  await userEvent.click(screen.getByRole('button', { name: 'Update password' }))
}

describe('the dialog that updates a password', () => {
  it('says when the confirmation differs (T135)', async () => {
    const { callsTo } = stubShop({})
    openDialog()

    await change('abcd1!', 'Lotus#42', 'Lotus#43')

    expect((await screen.findByRole('alert')).textContent).toContain('Passwords do not match.')
    expect(screen.getAllByText('Passwords do not match.')).toHaveLength(2)
    expect(callsTo(call)).toEqual([])
  })

  it.each([
    ['a weak new password', 'abcd1!', 'abc1!'],
    ['no old password', '', 'Lotus#42'],
    ['the old password again', 'Lotus#42', 'Lotus#42'],
  ])('refuses %s (T136)', async (_, oldPassword, newPassword) => {
    const { callsTo } = stubShop({})
    openDialog()

    await change(oldPassword, newPassword)

    expect((await screen.findByRole('alert')).textContent).toContain('Passwords are incorrect.')
    expect(callsTo(call)).toEqual([])
  })

  it.each([
    ['the sentence of the server', refused(400, 'Old password is invalid'), 'Old password is invalid'],
    ['one of its own', refused(500), 'Something went wrong, please try again later.'],
  ])('shows %s when the change fails (T137)', async (_, outcome, text) => {
    stubShop({ [call]: outcome, 'GET /users/current-user/sessions': ok([]) })
    const onClose = openDialog()

    await change('abcd1!', 'Lotus#42')

    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(onClose).not.toHaveBeenCalled()
  })
})
