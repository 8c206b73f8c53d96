import { PUBLIC_PAGE_CAP } from '@mela/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { countLabel } from '../../lib/format.ts'
import { refresh } from '../../lib/query-keys.ts'
import { shopIn, shopTermsQuery } from '../../lib/shop.ts'
import { storedProduct } from '../../lib/stored-product.ts'
import {
  type CartItem,
  type CartProduct,
  type CurrentProducts,
  currentCart,
  inVariant,
  lineId,
  refreshItems,
  setQuantity,
} from './cart.store.ts'
import { type CartChanges, cartChanges, unitsLeft } from './cart-notes.tsx'

/** Updates every line and answers the changes by line; runs each time a page with the cart opens. */
export const cartCheckQuery = () =>
  queryOptions({
    queryKey: ['cart-check'],
    queryFn: ({ client, signal }) => checkCart(client, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Leaves the cart as it is when the server does not answer, because placing the order checks it again, and when the
 * page was left before: the next page tells of the changes.
 */
async function checkCart(client: QueryClient, signal: AbortSignal): Promise<CartChanges> {
  const items = currentCart().items
  if (items.length === 0) return {}
  const [current, terms] = await Promise.all([
    currentProducts(items).catch(() => undefined),
    client.fetchQuery(shopTermsQuery()).catch(() => undefined),
  ])
  signal.throwIfAborted()
  if (!current) return {}

  const changes = cartChanges(items, current, shopIn(client).currency)
  refreshItems(current)
  // Refreshes lists and products: after Back they would show the former price.
  if (Object.keys(changes).length > 0) void refresh(client, 'products')
  return cutToLimit(changes, terms?.orderUnits ?? Number.POSITIVE_INFINITY)
}

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

/** The present product of each line: undefined when it is no longer sold. One call serves up to a hundred lines. */
async function currentProducts(items: readonly CartItem[]): Promise<CurrentProducts> {
  const calls = Array.from({ length: Math.ceil(items.length / PUBLIC_PAGE_CAP) }, (_, part) =>
    askFor(items.slice(part * PUBLIC_PAGE_CAP, (part + 1) * PUBLIC_PAGE_CAP)),
  )
  return new Map((await Promise.all(calls)).flat())
}

async function askFor(items: readonly CartItem[]) {
  const listed = (ids: string[]) => [...new Set(ids)].join(',')
  const query = {
    ids: listed(items.map(({ product }) => product._id)),
    variants: listed(items.map(({ product }) => lineId(product))),
  }
  const { data: cards } = await call('GET /products/cards', { query })
  return items.map(({ product }) => {
    const card = cards.find(({ _id }) => _id === product._id)
    return [lineId(product), card && inLine(card, product)] as const
  })
}

type Card = Awaited<ReturnType<typeof call<'GET /products/cards'>>>['data'][number]

/** Leaves the variant open when the line has no options but the product has some now. */
function inLine(card: Card, { variant }: CartProduct): CartProduct | undefined {
  const hadOptions = Object.keys(variant?.options ?? {}).length > 0
  if (!hadOptions && card.options.length > 0) return { ...storedProduct(card), slug: card.slug, variant: null }
  const found = card.variants?.find(({ _id }) => _id === variant?._id || !hadOptions)
  return found && inVariant(card, found)
}
