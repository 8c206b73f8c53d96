import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OfflineNote } from './offline-note.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function change(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

it('says that there is no network as long as it lasts, and at once that a pressed link waits for it', () => {
  render(
    <>
      <OfflineNote />
      <a href="#cart">Cart</a>
    </>,
  )
  expect(screen.queryByRole('status')).toBeNull()

  change(false)
  expect(screen.getByRole('status').textContent).toBe('You are offline')

  fireEvent.click(screen.getByRole('link'))
  expect(screen.getByRole('status').textContent).toBe('You are offline. The page opens once you are connected.')

  change(true)
  expect(screen.queryByRole('status')).toBeNull()
})
