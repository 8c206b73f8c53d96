import { queryOptions } from '@tanstack/react-query'
import { call, isMissing, orMissing } from '../../lib/api.ts'
import { type CartItem, type CartProduct, currentCart, refreshItems } from './cart.store.ts'
import { lineChanges } from './cart-notes.ts'

/** Brings every line up to date and tells, by product, what changed; asked anew each time a page opens (DECISIONS B109). */
export const cartCheckQuery = () =>
  queryOptions({ queryKey: ['cart-check'], queryFn: checkCart, gcTime: 0, staleTime: Number.POSITIVE_INFINITY })

export type CartChanges = Record<string, string>

async function checkCart(): Promise<CartChanges> {
  const before = currentCart().items
  const answers = await Promise.all(before.map(latest))

  const products = answers.filter(answer => typeof answer === 'object')
  const gone = before.filter((_, index) => answers[index] === 'gone').map(({ product }) => product._id)
  refreshItems(products, gone)

  return Object.fromEntries(
    before.flatMap(item => {
      const now = products.find(({ _id }) => _id === item.product._id)
      const changes = now && lineChanges(item, now)
      return changes ? [[item.product._id, changes]] : []
    }),
  )
}

/** A product that cannot be asked about right now stays as it is: placing the order checks once more. */
async function latest({ product }: CartItem): Promise<CartProduct | 'gone' | 'unknown'> {
  try {
    const answer = await orMissing(call('GET /products/:id', { params: { id: product._id } }))
    return isMissing(answer) ? 'gone' : answer
  } catch {
    return 'unknown'
  }
}
