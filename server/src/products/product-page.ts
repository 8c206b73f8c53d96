import type { ListedProduct, ListQuery, ProductCard } from '@mela/contract'
import { okPage } from '../http/envelope.ts'
import type { Instead } from '../search/find-products.ts'

interface ProductPage extends Instead {
  rows: (ProductCard | ListedProduct)[]
  total: number
}

/** One page of products, with the search that was used instead when nothing matched. */
export function okProductPage({ correction, partial, ...page }: ProductPage, query: ListQuery) {
  const answer = okPage(page, query)
  return { ...answer, meta: { ...answer.meta, ...(correction && { correction }), ...(partial && { partial }) } }
}
