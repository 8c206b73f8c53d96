import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { countLabel } from '../../../lib/format/format.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { shopIn } from '../../../lib/shop.ts'
import { shopTermsQuery } from '../../../lib/shop-terms.ts'
import { currentCart, refreshItems, setQuantity } from './cart.store.ts'
import { type CartChanges, cartChanges, unitsLeft } from './cart-notes.ts'
import { currentProducts } from './current-products.ts'
import { type CartProduct, lineId } from './stored-cart.ts'

/** Updates every line and answers the changes by line; runs each time a page with the cart opens. */
export const cartCheckQuery = () =>
  queryOptions({
    queryKey: ['cart-check'],
    queryFn: ({ client }) => checkCart(client),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Leaves the cart as it is when the server does not answer: placing the order checks it again. */
async function checkCart(client: QueryClient): Promise<CartChanges> {
  const items = currentCart().items
  if (items.length === 0) return {}
  const [products, terms] = await Promise.all([
    currentProducts(items.map(({ product }) => wantedLine(product))).catch(() => undefined),
    client.fetchQuery(shopTermsQuery()).catch(() => undefined),
  ])
  if (!products) return {}

  const current = new Map(items.map(({ product }, index) => [lineId(product), products[index]]))
  const changes = cartChanges(items, current, shopIn(client).currency)
  refreshItems(current)
  // Refreshes lists and products: after Back they would show the former price.
  if (Object.keys(changes).length > 0) void refresh(client, 'products')
  return cutToLimit(changes, terms?.orderUnits ?? Number.POSITIVE_INFINITY)
}

/** A line without a variant is requested by its product's id: the product may have no options any more. */
const wantedLine = ({ _id, variant }: CartProduct) => ({
  product: _id,
  variant: variant?._id ?? _id,
  options: variant?.options ?? {},
})

/** Reduces quantities above what an order may hold, which the server would refuse, and adds a note for each. */
function cutToLimit(known: CartChanges, most: number): CartChanges {
  const changes = { ...known }
  for (const item of currentCart().items) {
    const line = lineId(item.product)
    const left = unitsLeft(currentCart().items, item, most)
    if (item.quantity <= left) continue
    setQuantity(line, left)
    const note = `an order holds ${countLabel(most, 'unit')} at the most, the quantity is now ${left}`
    changes[line] = [known[line], note].filter(Boolean).join('; ')
  }
  return changes
}
