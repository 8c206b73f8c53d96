import { type Order, paths } from '@mela/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refillCart, rememberRefill } from '../../../features/shop/cart/refill.ts'
import { productCards } from '../../../lib/product-cards.ts'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { orderLineOf } from '../checkout/order-line.ts'

/** Adds the lines of an order that can still be bought to the cart and opens it; the cart lists the others. */
export function useBuyAgain(order: Order) {
  const [isPending, setIsPending] = useState(false)
  const navigate = useNavigate()

  async function buyAgain() {
    setIsPending(true)
    try {
      const products = await productCards(order.products.map(({ product }) => product._id))
      rememberRefill(refillCart(order.products.map(orderLineOf), products))
      await navigate(paths.cart)
    } catch {
      toastError('Something went wrong, please try again later...')
      setIsPending(false)
    }
  }

  return { buyAgain, isPending }
}
