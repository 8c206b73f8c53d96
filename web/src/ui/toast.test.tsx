import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast } from 'react-toastify/unstyled'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaveToasts, Toasts, toastError, toastShownError, toastSuccess, toastWarning } from './toast.tsx'
import { keepOffInUse, shiftFor, toastOptions } from './toast-container.tsx'
import { toastHost } from './toast-host.ts'

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
    { what: 'stays when nothing is in the way', inUse: { top: 200, bottom: 248, left: 16, right: 374 }, shift: 0 },
    { what: 'stays beside a narrow button', inUse: { top: 64, bottom: 108, left: 390, right: 434 }, shift: 0 },
    {
      what: 'goes below a field that it would cover',
      inUse: { top: 100, bottom: 148, left: 16, right: 374 },
      shift: 92,
    },
    {
      what: 'stays where there is room neither below nor above',
      inUse: { top: 60, bottom: 780, left: 16, right: 374 },
      shift: 0,
    },
  ])('$what', ({ inUse, shift }) => {
    expect(shiftFor(toasts, inUse, 800)).toBe(shift)
  })

  it('is looked for again when the dialog that holds the field in use has slid in', async () => {
    const list = Object.assign(document.createElement('div'), { className: 'toasts' })
    const field = document.createElement('input')
    const spanOf = (top: number) => () => new DOMRect(8, top, 374, 48)
    list.getBoundingClientRect = spanOf(64)
    field.getBoundingClientRect = spanOf(500)
    toastHost().append(list)
    document.body.append(toastHost(), field)
    const stop = keepOffInUse()
    field.focus()
    await waitFor(() => expect(list.style.translate).toBe('0 0px'))

    field.getBoundingClientRect = spanOf(80)
    field.dispatchEvent(new Event('animationend', { bubbles: true }))

    await waitFor(() => expect(list.style.translate).toBe('0 72px'))
    stop()
    list.remove()
    field.remove()
  })
})
