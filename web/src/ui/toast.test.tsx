import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toastShownError } from './form.tsx'
import { leaveToasts, Toasts, toastError, toastSuccess, toastWarning } from './toast.tsx'
import { shiftFor, toastOptions } from './toast-container.tsx'

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

  it('of an error go when the same thing succeeds, and stay when something else does', async () => {
    render(<Toasts />)
    toastError('The order could not be moved.', 'order')
    toastError('The address is not valid.', 'address')
    toastWarning('Please select an address.', 'address')
    await screen.findByText('Please select an address.')

    toastSuccess('Address added successfully.', 'address')

    await waitFor(() => expect(shownTexts()).toEqual(['The order could not be moved.', 'Address added successfully.']))
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
    toastShownError('Some fields are invalid.')
    toastError('The order could not be moved.')

    await screen.findByText('The order could not be moved.')
    expect(shownTexts()).toEqual(['The order could not be moved.'])
  })
})

describe('the place of toasts', () => {
  const toasts = { top: 64, bottom: 120, left: 8, right: 382 }

  it.each([
    ['stays when nothing is in the way', [200, 248, 16, 374], 0],
    ['stays beside a narrow button', [64, 108, 390, 434], 0],
    ['goes below a field that it would cover', [100, 148, 16, 374], 92],
    ['stays where there is room neither below nor above', [60, 780, 16, 374], 0],
  ] as const)('%s', (_, [top, bottom, left, right], shift) => {
    expect(shiftFor(toasts, { top, bottom, left, right }, 800)).toBe(shift)
  })
})
