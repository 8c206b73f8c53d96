// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { toast } from 'react-toastify/unstyled'
import { afterEach, describe, expect, it } from 'vitest'
import { Toasts, toastError, toastSuccess } from './toast.tsx'
import { toastOptions } from './toast-options.ts'

afterEach(() => {
  cleanup()
  toast.dismiss()
})

describe('toasts', () => {
  it('appear top right for 5000 ms and wait while they are hovered or the window is away (T395, T396, T397, T398)', () => {
    expect(toastOptions).toMatchObject({
      position: 'top-right',
      autoClose: 5000,
      pauseOnHover: true,
      pauseOnFocusLoss: true,
    })
  })

  it('are kept when they are raised before there is a place for them', async () => {
    toastSuccess('Saved.')
    render(<Toasts />)

    expect((await screen.findByRole('status')).textContent).toContain('Saved.')
  })

  it('interrupt the reader only for errors', async () => {
    render(<Toasts />)

    toastError('Lost.')

    expect((await screen.findByRole('alert')).textContent).toContain('Lost.')
  })

  it('draw nothing on the server', () => {
    expect(renderToString(<Toasts />)).toBe('')
  })
})
