import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ZoomDialog } from './zoom-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const picture = (digit: string) => ({
  ...{ _id: digit.repeat(24), name: '', url: `/media/${digit}.webp`, alt: `Picture ${digit}` },
  ...{ width: 800, height: 800, hasAvif: false },
})

it.each([
  [1, '2 / 2'],
  [2, '1 / 2'],
])('a swipe on a page at scale %s shows picture %s', (scale, shown) => {
  vi.stubGlobal('visualViewport', Object.assign(new EventTarget(), { scale }))
  render(<ZoomDialog pictures={[picture('1'), picture('2')]} name="Kurta" start={0} onClose={() => {}} />)
  const enlarge = screen.getByRole('button', { name: 'Picture 1: enlarge' })

  fireEvent.pointerDown(enlarge, { pointerType: 'touch', isPrimary: true, clientX: 300 })
  fireEvent.pointerUp(enlarge, { pointerType: 'touch', isPrimary: true, clientX: 100 })

  expect(screen.getByText(shown)).toBeTruthy()
})
