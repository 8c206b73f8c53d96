import { act, screen, waitFor } from '@testing-library/react'
import { type ComponentType, Suspense, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepClicks, stopKeeping } from './kept-clicks.ts'
import { latePart } from './late-part.tsx'

function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {label}: {count}
    </button>
  )
}

let container: HTMLElement
let root: Root

beforeEach(() => {
  document.documentElement.dataset.guest = ''
  container = document.body.appendChild(document.createElement('main'))
  container.innerHTML = renderToString(
    <div data-late="">
      <Suspense>
        <Counter label="Pressed" />
      </Suspense>
    </div>,
  )
})
afterEach(() => {
  root.unmount()
  container.remove()
  delete document.documentElement.dataset.guest
})

it('a late part is loaded with the first sign of use, keeps its elements, and then receives what was pressed before', async () => {
  const loaded = Promise.withResolvers<ComponentType<{ label: string }>>()
  const load = vi.fn<() => typeof loaded.promise>(() => loaded.promise)
  const Late = latePart(load)
  keepClicks()
  await act(async () => {
    root = hydrateRoot(container, <Late label="Pressed" />)
  })
  stopKeeping()
  const button = screen.getByRole('button', { name: 'Pressed: 0' })
  expect(load).not.toHaveBeenCalled()

  await act(async () => {
    dispatchEvent(new Event('scroll'))
  })
  expect(load).toHaveBeenCalledTimes(1)
  await act(async () => button.click())
  expect(button.textContent).toBe('Pressed: 0')

  await act(async () => loaded.resolve(Counter))
  await waitFor(() => expect(button.textContent).toBe('Pressed: 1'))
  expect(button.isConnected).toBe(true)
  await act(async () => button.click())
  expect(button.textContent).toBe('Pressed: 2')
})
