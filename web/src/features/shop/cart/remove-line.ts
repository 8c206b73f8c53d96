import { toastWithUndo } from '../../../ui/toasts/undo-toast.tsx'
import { addToCart, type CartItem, removeFromCart } from './cart.store.ts'

/** Removes a line from the cart, offers undo, and moves the focus to the next line's button, or to the heading. */
export function removeLine({ product, quantity }: CartItem, button: HTMLElement): void {
  const line = button.closest('li')
  const neighbour = line?.nextElementSibling ?? line?.previousElementSibling
  const next = neighbour?.querySelector<HTMLElement>('button[aria-label^="Remove "]') ?? document.querySelector('h1')
  next?.focus({ preventScroll: true })
  removeFromCart(product._id)
  toastWithUndo(`${product.name} was removed from your cart.`, async () => {
    if (!addToCart(product, quantity)) throw new Error('Unable to add to cart. Please try again later.')
    return { message: `${product.name} is back in your cart.` }
  })
}
