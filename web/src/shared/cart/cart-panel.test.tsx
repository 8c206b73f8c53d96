import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveShop, ok, stubShop, visit } from '../../../test/browser.tsx'
import { kurta } from '../../../test/samples.ts'
import { addToCart, currentCart } from './cart.store.ts'
import { CartPanel } from './cart-panel.tsx'

beforeEach(() => {
  addToCart(kurta, 2)
  stubShop({
    [`GET /products/${kurta._id}/companions`]: ok([]),
    'GET /shop/terms': ok({ orderSeconds: 60, orderUnits: null }),
  })
})
afterEach(() => {
  leaveShop()
})

function open() {
  const onClose = vi.fn()
  visit('/', [
    {
      path: '/',
      element: (
        <>
          <button type="button">Elsewhere</button>
          <CartPanel line={kurta._id} onClose={onClose} />
        </>
      ),
    },
  ])
  return onClose
}

it('changes the quantity and removes the line, which closes the panel', async () => {
  const onClose = open()

  await userEvent.click(screen.getByRole('button', { name: /^Increase quantity of .* in your cart$/ }))
  expect(currentCart().items).toMatchObject([{ quantity: 3 }])
  await userEvent.click(screen.getByRole('button', { name: /^Remove/ }))

  expect(currentCart().items).toEqual([])
  expect(onClose).toHaveBeenCalled()
})

it('is closed by Escape and by a press beside it', async () => {
  const onClose = open()
  expect(document.activeElement?.textContent).toBe('Added to your cart')

  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))

  expect(onClose).toHaveBeenCalledTimes(2)
})
