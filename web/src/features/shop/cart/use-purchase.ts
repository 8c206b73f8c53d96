import { useState } from 'react'
import { toastError, toastSuccess } from '../../../ui/toasts/toast.tsx'
import { addToCart, type CartProduct, heldQuantity, useCart } from './cart.store.ts'

export interface Purchase {
  product: CartProduct
  /** Quantity in the cart. */
  held: number
  /** Quantity that may still be added. */
  available: number
  quantity: number
  setQuantity(quantity: number): void
  add(): void
}

/** Chooses a quantity and adds it to the cart, counting what is there (T040, B110). */
export function usePurchase(product: CartProduct): Purchase {
  const [chosen, setQuantity] = useState(1)
  const held = heldQuantity(useCart().items, product._id)
  const available = Math.max(0, product.stock - held)
  const quantity = Math.max(1, Math.min(chosen, available))

  function add() {
    if (!addToCart(product, quantity)) return toastError('Unable to add to cart. Please try again later.')

    toastSuccess(`Product added to cart successfully: ${quantity} × ${product.name}`)
    setQuantity(1)
  }

  return { product, held, available, quantity, setQuantity, add }
}
