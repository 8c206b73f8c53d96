import { newPassword } from '@mela/contract'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Form } from './form.tsx'
import { newPasswordInput, PasswordRules } from './password-rules.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

async function type(password: string) {
  render(
    <Form
      schema={z.object({ password: newPassword })}
      onSubmit={async () => undefined}
      fallback=""
      defaultValues={{ password: '' }}
    >
      <TextField name="password" label="Password" {...newPasswordInput} />
      <PasswordRules />
    </Form>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  if (password) {
    await userEvent.click(input)
    await userEvent.paste(password)
  }
  const items = within(screen.getByRole('list', { name: 'Password rules' })).getAllByRole('listitem')
  return { input, unmet: items.map(item => item.textContent).filter(text => !text?.endsWith(': met')) }
}

const symbol = 'One of @ $ ! % * # ? &'
const allowed = 'Only letters from a to z, digits and @ $ ! % * # ? &'

describe('the rules of a new password', () => {
  it.each([
    ['of Safari and iCloud Keychain', 'abcdef-Ghijkl-mnopq9', [symbol, allowed], 'Not allowed: -'],
    ['of Firefox', 'kXr4mPqZw8TnYvB', [symbol], ''],
    ['of Bitwarden', 'Q7^vB_2+kL.x~9', [symbol, allowed], 'Not allowed: ^ _ + . ~'],
    ['that is too long', `lotus#42${'x'.repeat(121)}`, ['6 to 128 characters'], ''],
    ['with a space', 'lotus #42', [allowed], 'Not allowed: space'],
  ])('say what a password %s misses and name what is not allowed', async (_, password, missing, named) => {
    const { unmet } = await type(password)

    expect(newPassword.safeParse(password).success).toBe(false)
    expect(unmet).toEqual(missing)
    expect(screen.getByRole('status').textContent).toBe(named)
    expect(document.body.textContent).not.toMatch(/strength/i)
  })

  it('are all met by what the server takes, and none by an empty field', async () => {
    expect((await type('Lotus#42')).unmet).toEqual([])
    cleanup()

    expect((await type('')).unmet).toHaveLength(5)
  })

  it('are told to password managers, whose passwords then fit', async () => {
    const { input } = await type('')

    expect(input.getAttribute('autocomplete')).toBe('new-password')
    expect(input.getAttribute('passwordrules')).toMatch(/required: digit; required: \[@\$!%\*#\?&\];$/)
    expect(input.getAttribute('passwordrules')).not.toContain('allowed')
  })
})
