import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { countLabel } from '../../../lib/format/format.ts'
import { productCards } from '../../../lib/product-cards.ts'
import { shopTermsQuery } from '../../../lib/shop-terms.ts'
import { currentCart, refreshItems, setQuantity } from './cart.store.ts'
import { type CartChanges, cartChanges } from './cart-notes.ts'

/** Brings every line up to date and tells, by product, what changed; asked anew each time a page opens (B109). */
export const cartCheckQuery = () =>
  queryOptions({
    queryKey: ['cart-check'],
    queryFn: ({ client }) => checkCart(client),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** While the shop cannot be asked, everything stays as it is: placing the order checks once more. */
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

/** What is more than an order may hold would be refused at its end. */
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
