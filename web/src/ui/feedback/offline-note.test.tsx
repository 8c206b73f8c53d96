import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { visit } from '../../../test/browser.tsx'
import { OfflineNote } from './offline-note.tsx'

afterEach(() => {
  // Test files share a document, in which queries wait while it is offline.
  change(true)
  cleanup()
  vi.restoreAllMocks()
})

function change(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

/** Pressing its link opens no page by itself, as a page whose code is not loaded yet. */
function show() {
  const element = (
    <>
      <OfflineNote />
      <a href="#cart">Cart</a>
    </>
  )
  return visit('/', [
    { path: '/', element },
    { path: '/cart', element },
  ])
}

it('says that there is no network as long as it lasts, and at once that a pressed link waits for it', () => {
  show()
  expect(screen.queryByRole('status')).toBeNull()

  change(false)
  expect(screen.getByRole('status').textContent).toBe('You are offline')

  fireEvent.click(screen.getByRole('link'))
  expect(screen.getByRole('status').textContent).toBe('You are offline. The page opens once you are connected.')

  change(true)
  expect(screen.queryByRole('status')).toBeNull()
})

it('no longer says that a page will open once it is open', async () => {
  const { router } = show()
  change(false)
  fireEvent.click(screen.getByRole('link'))

  await act(() => router.navigate('/cart'))

  expect(screen.getByRole('status').textContent).toBe('You are offline')
})
