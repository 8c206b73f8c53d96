import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { toast } from 'react-toastify/unstyled'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaveShop, visit } from '../../../../test/browser.tsx'
import { kurta } from '../../../../test/samples.ts'
import { addToCart, type CartProduct, currentCart } from '../../../shared/cart/cart.store.ts'
import { clearCart } from '../../../shared/cart/change-cart.ts'
import { BuyBox, usePurchase } from './product-info.tsx'

afterEach(leaveShop)

function ProductScope({ product }: { product: CartProduct }) {
  const purchase = usePurchase(product)
  return (
    <>
      <BuyBox purchase={purchase} />
      {purchase.added && <dialog open onPointerDown={purchase.closePanel} />}
    </>
  )
}

const show = (product: CartProduct) => visit('/', [{ path: '/', element: <ProductScope product={product} /> }])
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const minus = () => button(/^Decrease/)
const plus = () => button(/^Increase/)
const add = () => button(/^Add to cart/)
const quantity = () => within(screen.getByRole('group')).getByRole('status').textContent

/** Warnings of storage that are not leaving. */
const warnings = () => screen.queryAllByText(/stores nothing/).filter(text => !text.closest('.toast-out'))

describe('buying a product', () => {
  it.each([
    ['starts with one, and minus does not go below', 0, {}, ['1', true, false, false]],
    ['is impossible without stock', 0, { stock: 0 }, ['1', true, true, true]],
    ['stops at the stock', 0, { stock: 1 }, ['1', true, true, false]],
    ['counts what the cart already holds', 4, {}, ['1', true, true, false]],
    ['ends when the cart holds all of it', 5, {}, ['1', true, true, true]],
  ])('%s (T037, T038, T039, T040, T041, B110)', (_, held, given, state) => {
    if (held > 0) addToCart(kurta, held)
    show({ ...kurta, ...given })

    expect([quantity(), minus().disabled, plus().disabled, add().disabled]).toEqual(state)
    if (held === 5) expect(screen.getByText('You have all 5 in your cart')).toBeTruthy()
  })

  it('says what was added, with the quantity, and starts again with one (T042)', async () => {
    show(kurta)
    await userEvent.click(plus())

    await userEvent.click(add())

    expect(await screen.findByText('Product added to cart successfully: 2 × Anaar block-print kurta')).toBeTruthy()
    expect(currentCart().items).toMatchObject([{ quantity: 2 }])
    expect(quantity()).toBe('1')
  })

  it('counts a double press once, which shows again what was added, and a press after 400 ms again', async () => {
    const now = performance.now.bind(performance)
    show(kurta)

    await userEvent.dblClick(add())
    await userEvent.click(screen.getByRole('dialog'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(add())
    expect(currentCart().items).toMatchObject([{ quantity: 1 }])
    expect(screen.getByRole('dialog')).toBeTruthy()

    vi.spyOn(performance, 'now').mockImplementation(() => now() + 400)
    await userEvent.click(add())
    expect(currentCart().items).toMatchObject([{ quantity: 2 }])
    vi.restoreAllMocks()
  })

  it('keeps the cart in memory when the browser stores nothing, and says so once', async () => {
    show(kurta)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })

    await userEvent.click(add())
    await screen.findByText(/^Your browser stores nothing for this shop/)
    toast.dismiss()
    await waitFor(() => expect(warnings()).toEqual([]))
    const later = performance.now() + 400
    vi.spyOn(performance, 'now').mockReturnValue(later)
    await userEvent.click(add())

    await screen.findByText('2 in your cart')
    expect(currentCart().items).toMatchObject([{ quantity: 2 }])
    expect(warnings()).toEqual([])
    vi.restoreAllMocks()
    clearCart()
  })

  it('fails with a message when the product is inactive (T043)', async () => {
    show({ ...kurta, isActive: false })

    await userEvent.click(add())

    expect(await screen.findByText('Unable to add to cart. Please try again later.')).toBeTruthy()
  })
})
