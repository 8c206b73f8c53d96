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

it.each([undefined, null, 'text', []])('neither is %j', value => {
  expect(complaints(loginInput, value)).toEqual({ '': 'This must be an object.' })
  expect(complaints(registerInput, value)).toEqual({ '': 'This must be an object.' })
})
