import { expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { passwordChange, passwordChangeForm } from './security.ts'

const change = { oldPassword: 'abcd1!', newPassword: 'Lotus#42' }
const form = { ...change, confirmation: 'Lotus#42' }

it('T318 a change of password needs the old one and an acceptable new one', () => {
  expect(complaints(passwordChange, change)).toEqual({})
  expect(complaints(passwordChange, {})).toEqual({
    oldPassword: 'Old password is invalid',
    newPassword: 'Password is not acceptable.',
  })
  expect(complaints(passwordChange, { ...change, newPassword: 'abc1!' })).toEqual({
    newPassword: 'Please choose a stronger password.',
  })
})

it('T135 its form requires the new one twice, and the form shows that they differ', () => {
  expect(complaints(passwordChangeForm, form)).toEqual({})
  expect(complaints(passwordChangeForm, { ...form, confirmation: 'Lotus#43' })).toEqual({
    '': 'Passwords do not match.',
    confirmation: 'Passwords do not match.',
  })
})

it('a new password must differ from the old one', () => {
  const newPassword = 'The new password must differ from the old one.'
  expect(complaints(passwordChange, { ...change, newPassword: change.oldPassword })).toEqual({ newPassword })
})
