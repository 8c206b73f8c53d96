import { useRef, useState } from 'react'
import { toastError, toastSuccess, toastWarning } from '../../ui/toast.tsx'
import { addToCart, type CartProduct, heldQuantity, isCartStored, lineName, useCart } from './cart.store.ts'

export type Purchase = ReturnType<typeof usePurchase>

/** Milliseconds in which a second press on the button is taken for the first. */
const DOUBLE_PRESS = 400

/** The chosen quantity, limited by stock and cart. `add` asks for a choice while no variant is chosen. */
export function usePurchase(product: CartProduct, askForChoice = () => {}) {
  const [chosen, setQuantity] = useState(1)
  const held = heldQuantity(useCart().items, product.variant?._id)
  const available = Math.max(0, product.stock - held)
  const quantity = Math.max(1, Math.min(chosen, available))

  const lastAdded = useRef({ variant: '', at: 0 })

  function add() {
    if (!product.variant) return askForChoice()
    const [variant, at] = [product.variant._id, performance.now()]
    if (variant === lastAdded.current.variant && at - lastAdded.current.at < DOUBLE_PRESS) return
    if (!addToCart(product, quantity)) return toastError('Unable to add to cart. Please try again later.')

    lastAdded.current = { variant, at }
    toastSuccess(`Product added to cart successfully: ${quantity} × ${lineName(product)}`)
    if (!isCartStored()) warnOnce()
    setQuantity(1)
  }

  return { product, held, available, quantity, setQuantity, add }
}

let isWarned = false

function warnOnce() {
  if (isWarned) return
  isWarned = true
  toastWarning('Your browser stores nothing for this shop: the cart is kept until you close or reload the page.')
}
