import { addressInput } from '@mela/contract'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { toast } from 'react-toastify/unstyled'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Form, SubmitButton } from './form.tsx'
import { leaveToasts, Toasts, toastError, toastSuccess } from './toast.tsx'
import { toastOptions } from './toast-container.tsx'

/** Toasts that are not leaving. */
const shownTexts = () =>
  [...document.querySelectorAll('[role="status"], [role="alert"]')]
    .filter(({ className }) => !className.includes('toast-out'))
    .map(({ textContent }) => textContent)

const { innerWidth } = window

afterEach(() => {
  cleanup()
  toast.dismiss()
  Object.assign(window, { innerWidth })
})

describe('toasts', () => {
  it('appear top right for 5000 ms and pause while hovered or with the window hidden (T395, T396, T397, T398)', () => {
    expect(toastOptions).toMatchObject({
      position: 'top-right',
      autoClose: 5000,
      pauseOnHover: true,
      pauseOnFocusLoss: true,
    })
  })

  it('are three at the most, and the newest stays', async () => {
    render(<Toasts />)

    for (const text of ['First.', 'Second.', 'Third.', 'Fourth.']) toastSuccess(text)

    await screen.findByText('Fourth.')
    await waitFor(() => expect(shownTexts()).toEqual(['Second.', 'Third.', 'Fourth.']))
  })

  it('show the same text once', async () => {
    render(<Toasts />)

    for (const text of ['Saved.', 'Copied.', 'Saved.']) toastSuccess(text)

    await screen.findByText('Copied.')
    await waitFor(() => expect(shownTexts()).toEqual(['Saved.', 'Copied.']))
  })
})

describe('B146 on a phone toasts', () => {
  beforeEach(() => {
    Object.assign(window, { innerWidth: 390 })
    render(<Toasts />)
  })

  it('are shown one at a time', async () => {
    toastSuccess('Saved.')
    toastSuccess('Copied.')

    await screen.findByText('Copied.')
    await waitFor(() => expect(shownTexts()).toEqual(['Copied.']))
  })

  it('go with the page on which the user has gone on since, and stay when their own action leads on', async () => {
    toastSuccess('Order created successfully.')
    await screen.findByText('Order created successfully.')

    leaveToasts(false)
    expect(shownTexts()).toEqual(['Order created successfully.'])

    fireEvent.pointerDown(document.body)
    leaveToasts(false)
    await waitFor(() => expect(shownTexts()).toEqual([]))
  })

  it('do not say again what the screen says', async () => {
    render(
      <Form schema={addressInput} onSubmit={() => {}} invalid="Not valid.">
        <SubmitButton>Save</SubmitButton>
      </Form>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    toastError('The order could not be moved.')

    await screen.findByText('The order could not be moved.')
    expect(shownTexts()).toEqual(['The order could not be moved.'])
  })
})

it('toasts lie below the button in use where they would cover it', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('.toasts') ? new DOMRect(1064, 80, 360, 56) : new DOMRect(1300, 100, 100, 40)
  })
  render(
    <>
      <Toasts />
      <button type="button">Save</button>
    </>,
  )
  toastSuccess('Saved.')
  const list = (await screen.findByText('Saved.')).closest<HTMLElement>('.toasts')

  screen.getByRole('button', { name: 'Save' }).focus()

  expect(list?.style.translate).toBe('0 68px')
  vi.restoreAllMocks()
})
