import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { leaveShop } from '../../test/browser.tsx'
import { lazyPart } from './lazy-part.tsx'
import { Toasts } from './toast.tsx'

afterEach(leaveShop)

const Part = ({ name }: { name: string }) => <p>Part of {name}</p>

it('a part that cannot be loaded leaves the screen as it is with an alert, and is loaded again when it is next shown', async () => {
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValue(Part)
  const Lazy = lazyPart(load)
  const screenWith = (isShown: boolean) => (
    <main>
      <h1>Screen</h1>
      <Suspense>{isShown && <Lazy name="zoom" />}</Suspense>
      <Toasts />
    </main>
  )

  const { rerender } = render(screenWith(true))
  // It is waited for, or the tests of the next file would see it.
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong')
  expect(screen.getByRole('heading', { name: 'Screen' })).toBeTruthy()
  rerender(screenWith(true))
  expect(load).toHaveBeenCalledTimes(1)

  rerender(screenWith(false))
  rerender(screenWith(true))
  expect(await screen.findByText('Part of zoom')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

it('a part that is shown offline is there once the network is back', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValue(Part)
  const Lazy = lazyPart(load)
  render(
    <Suspense>
      <Lazy name="cart" />
    </Suspense>,
  )
  await act(async () => {})

  network.mockRestore()
  act(() => void dispatchEvent(new Event('online')))

  expect(await screen.findByText('Part of cart')).toBeTruthy()
})

it('a part whose code was loaded before is there at the first render', async () => {
  const Lazy = lazyPart(async () => Part)

  await Lazy.load()
  render(<Lazy name="zoom" />)

  expect(screen.getByText('Part of zoom')).toBeTruthy()
})
