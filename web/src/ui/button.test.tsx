import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

describe('Button', () => {
  it('treats a double click as one click when the action can take time', async () => {
    const handleClick = vi.fn()
    render(
      <Button loading={false} onClick={handleClick}>
        Refund
      </Button>,
    )

    await userEvent.dblClick(screen.getByRole('button'))

    expect(handleClick).toHaveBeenCalledOnce()
  })

  it('shows that it works as long as its action runs, and ignores clicks meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const handleClick = vi.fn(() => promise)
    render(<Button onClick={handleClick}>Send</Button>)
    const button = screen.getByRole('button')

    await userEvent.click(button)
    await userEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(handleClick).toHaveBeenCalledOnce()

    resolve()
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  })

  it('takes each click of a double click when the action is immediate', async () => {
    const handleClick = vi.fn()
    render(<Button onClick={handleClick}>More</Button>)

    await userEvent.dblClick(screen.getByRole('button'))

    expect(handleClick).toHaveBeenCalledTimes(2)
  })
})
