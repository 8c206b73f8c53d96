import { type CartLine, PUBLIC_PAGE_CAP } from '@mela/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { countLabel } from '../../lib/format.ts'
import { refresh } from '../../lib/query-keys.ts'
import { shopIn, shopTermsQuery } from '../../lib/shop.ts'
import { storedProduct } from '../../lib/stored-product.ts'
import { type CartItem, type CartProduct, currentCart, inVariant, lineId } from './cart.store.ts'
import { type CartChanges, cartChanges, unitsLeft } from './cart-notes.tsx'
import { type CurrentProducts, refreshItems, setQuantity } from './change-cart.ts'

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

/** The present product of each line: undefined when it is no longer sold. */
async function currentProducts(items: readonly CartItem[]): Promise<CurrentProducts> {
  const cards = await loadCards(items.map(({ product }) => ({ product: product._id, variant: lineId(product) })))
  return new Map(
    items.map(({ product }) => {
      const card = cards.get(product._id)
      return [lineId(product), card && inLine(card, product)]
    }),
  )
}

/** Lines of another device or of a shared cart as they are sold today, without those that are no longer. */
export async function loadLines(lines: readonly CartLine[]): Promise<CartItem[]> {
  const cards = await loadCards(lines)
  return lines.flatMap(({ product, variant: _id, quantity }) => {
    const card = cards.get(product)
    const variant = card?.variants?.find(variant => variant._id === _id)
    return card && variant ? [{ product: inVariant(card, variant), quantity }] : []
  })
}

/** One call serves up to a hundred lines. */
async function loadCards(lines: readonly Omit<CartLine, 'quantity'>[]): Promise<Map<string, Card>> {
  const calls = Array.from({ length: Math.ceil(lines.length / PUBLIC_PAGE_CAP) }, async (_, part) => {
    const asked = lines.slice(part * PUBLIC_PAGE_CAP, (part + 1) * PUBLIC_PAGE_CAP)
    const listed = (ids: string[]) => [...new Set(ids)].join(',')
    const query = {
      ids: listed(asked.map(({ product }) => product)),
      variants: listed(asked.map(({ variant }) => variant)),
    }
    return (await call('GET /products/cards', { query })).data
  })
  return new Map((await Promise.all(calls)).flat().map(card => [card._id, card]))
}

type Card = Awaited<ReturnType<typeof call<'GET /products/cards'>>>['data'][number]

/** Leaves the variant open when the line has no options but the product has some now. */
function inLine(card: Card, { variant }: CartProduct): CartProduct | undefined {
  const hadOptions = Object.keys(variant?.options ?? {}).length > 0
  if (!hadOptions && card.options.length > 0) return { ...storedProduct(card), slug: card.slug, variant: null }
  const found = card.variants?.find(({ _id }) => _id === variant?._id || !hadOptions)
  return found && inVariant(card, found)
}
