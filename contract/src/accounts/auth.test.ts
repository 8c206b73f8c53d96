import { expect, it } from 'vitest'
import { complaints } from '../../test/complaints.ts'
import { loginInput, registerInput } from './auth.ts'

const email = 'asha@example.com'

it('T080 a login needs an e-mail and some password', () => {
  const errors = { email: 'This email is not valid.', password: 'Invalid password.' }

  expect(complaints(loginInput, {})).toEqual(errors)
  expect(complaints(loginInput, { email: 'asha', password: ' ' })).toEqual(errors)
  expect(complaints(loginInput, { email, password: 'x'.repeat(1001) })).toEqual({ password: 'Invalid password.' })
})

it('a login accepts any existing password, trimmed as on registration', () => {
  expect(loginInput.parse({ email, password: ' old rules ' })).toEqual({ email, password: 'old rules' })
})

it('T274 a registration keeps name, e-mail and password and nothing else', () => {
  const form = { name: { firstName: 'Asha', lastName: 'Rao' }, email, password: 'abcd1!' }

  expect(registerInput.parse({ ...form, role: 'admin', status: false, _id: 'x' })).toEqual(form)
})

it('T275 T277 T294 a registration names what is missing', () => {
  expect(complaints(registerInput, {})).toEqual({
    name: 'Name must include first name and last name.',
    email: 'This email is not valid.',
    password: 'Password is not acceptable.',
  })
})

it.each([undefined, null, 'text', []])('neither is %j', value => {
  expect(complaints(loginInput, value)).toEqual({ '': 'This must be an object.' })
  expect(complaints(registerInput, value)).toEqual({ '': 'This must be an object.' })
})
