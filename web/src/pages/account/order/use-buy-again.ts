import { type Order, paths } from '@mela/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { currentProducts } from '../../../features/shop/cart/current-products.ts'
import { refillCart, rememberRefill } from '../../../features/shop/cart/refill.ts'
import { useShop } from '../../../lib/shop.ts'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { formerLinesOf } from '../checkout/order-line.ts'

/** Adds the lines of an order that can still be bought to the cart and opens it; the cart lists the others. */
export function useBuyAgain(order: Order) {
  const [isPending, setIsPending] = useState(false)
  const navigate = useNavigate()
  const { currency } = useShop()

  async function buyAgain() {
    setIsPending(true)
    try {
      const products = await currentProducts(order.products.map(line => ({ ...line, product: line.product._id })))
      rememberRefill(refillCart(formerLinesOf(order), products, currency))
      await navigate(paths.cart)
    } catch {
      toastError('Something went wrong, please try again later...')
      setIsPending(false)
    }
  }

  return { buyAgain, isPending }
}
