import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { countLabel } from '../../../lib/format/format.ts'
import { productCards } from '../../../lib/product-cards.ts'
import { shopTermsQuery } from '../../../lib/shop-terms.ts'
import { currentCart, refreshItems, setQuantity } from './cart.store.ts'
import { type CartChanges, cartChanges } from './cart-notes.ts'

/** Updates every line and answers the changes by product; asked each time a page opens (B109). */
export const cartCheckQuery = () =>
  queryOptions({
    queryKey: ['cart-check'],
    queryFn: ({ client }) => checkCart(client),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Without an answer the cart stays as it is: placing the order checks again. */
async function checkCart(client: QueryClient): Promise<CartChanges> {
  const items = currentCart().items
  if (items.length === 0) return {}
  const [products, terms] = await Promise.all([
    productCards(items.map(({ product }) => product._id)).catch(() => undefined),
    client.fetchQuery(shopTermsQuery()).catch(() => undefined),
  ])
  if (!products) return {}

  const changes = cartChanges(items, products)
  const isThere = (id: string) => products.some(({ _id }) => _id === id)
  refreshItems(
    products,
    items.map(({ product }) => product._id).filter(id => !isThere(id)),
  )
  return cutToLimit(changes, terms?.orderUnits ?? Number.POSITIVE_INFINITY)
}

/** More than an order may hold would be refused on placing it. */
function cutToLimit(known: CartChanges, most: number): CartChanges {
  const changes = { ...known }
  for (const { product, quantity } of currentCart().items) {
    if (quantity <= most) continue
    setQuantity(product._id, most)
    const note = `an order holds ${countLabel(most, 'unit')} at the most, the quantity is now ${most}`
    changes[product._id] = [known[product._id], note].filter(Boolean).join('; ')
  }
  return changes
}
