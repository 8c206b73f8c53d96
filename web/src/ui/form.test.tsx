import { addressInput } from '@mela/contract'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { toast } from 'react-toastify/unstyled'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Form, FormFailure, SubmitButton } from './form.tsx'
import { TextField } from './text-field.tsx'
import { Toasts } from './toast.tsx'

afterEach(() => {
  cleanup()
  toast.dismiss()
})

const stored = {
  name: { firstName: 'Asha', lastName: 'Rao' },
  phoneNumber: '9876543210',
  building: 'Sea View 14',
  street: 'Kala Ghoda Lane',
  city: 'Mumbai',
  state: 'Maharashtra',
  pinCode: '400001',
}

function show(onSubmit: (values: unknown) => unknown, defaultValues = stored, success?: string | false) {
  render(
    <>
      <Form
        schema={addressInput}
        onSubmit={onSubmit}
        fallback="Something went wrong, please try again later."
        invalid="Please fill in all the details correctly."
        success={success}
        defaultValues={defaultValues}
      >
        <TextField name="name.firstName" label="First name" />
        <TextField name="phoneNumber" label="Phone" help="For delivery only" />
        <TextField name="pinCode" label="Pin code" />
        <FormFailure />
        <SubmitButton>Save</SubmitButton>
      </Form>
      <Toasts />
    </>,
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

describe('a form', () => {
  it('shows the schema’s errors, focuses the first invalid field and shows a toast (T133)', async () => {
    const onSubmit = vi.fn()
    show(onSubmit, { ...stored, phoneNumber: '12', pinCode: '1' })

    await save()

    expect((await screen.findByRole('alert')).textContent).toContain('Please fill in all the details correctly.')
    expect(screen.getByText(/Phone number is not valid/)).toBeTruthy()
    expect(field('Phone').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('Phone'))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('ties the error, or else the help text, to its field', async () => {
    show(vi.fn())
    const note = () => document.getElementById(field('Phone').getAttribute('aria-describedby') ?? '')?.textContent

    expect(note()).toBe('For delivery only')
    await userEvent.type(field('Phone'), '1')
    await userEvent.tab()

    await waitFor(() => expect(note()).toContain('Phone number is not valid'))
  })

  it('toasts an error of a field that it does not show', async () => {
    render(
      <>
        <Form schema={addressInput} onSubmit={() => {}} defaultValues={{ ...stored, city: '' }}>
          <SubmitButton>Save</SubmitButton>
        </Form>
        <Toasts />
      </>,
    )

    await save()

    expect((await screen.findByRole('alert')).textContent).toContain('City is not valid')
  })

  it('shows the server’s errors at their fields and toasts its message (T083)', async () => {
    show(() =>
      Promise.reject({ message: 'We do not deliver there.', errors: { pinCode: 'This pin code is unknown.' } }),
    )

    await save()

    expect((await screen.findByRole('alert')).textContent).toContain('We do not deliver there.')
    expect(screen.getAllByText('We do not deliver there.')).toHaveLength(1)
    expect(screen.getByText('This pin code is unknown.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Pin code'))
  })

  it('toasts and shows the fallback when there is no message, or one for developers only (T137)', async () => {
    show(() => Promise.reject(new TypeError('Failed to fetch')))

    await save()

    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong, please try again later.')
    expect(screen.getAllByText('Something went wrong, please try again later.')).toHaveLength(2)
  })
})
