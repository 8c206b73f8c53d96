import { queryOptions } from '@tanstack/react-query'
import { productCards } from '../../lib/product-cards.ts'
import { currentCart, refreshItems } from './cart.store.ts'
import { type CartChanges, cartChanges } from './cart-notes.ts'

/** Brings every line up to date and tells, by product, what changed; asked anew each time a page opens (DECISIONS B109). */
export const cartCheckQuery = () =>
  queryOptions({ queryKey: ['cart-check'], queryFn: checkCart, gcTime: 0, staleTime: Number.POSITIVE_INFINITY })

/** While the shop cannot be asked, everything stays as it is: placing the order checks once more. */
async function checkCart(): Promise<CartChanges> {
  const items = currentCart().items
  const products = await productCards(items.map(({ product }) => product._id)).catch(() => undefined)
  if (!products) return {}

  const changes = cartChanges(items, products)
  const isThere = (id: string) => products.some(({ _id }) => _id === id)
  refreshItems(
    products,
    items.map(({ product }) => product._id).filter(id => !isThere(id)),
  )
  return changes
}
