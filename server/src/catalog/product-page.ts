import type { ListQuery, ProductCard } from '@mela/contract'
import { okPage } from '../http/envelope.ts'

interface ProductPage {
  rows: ProductCard[]
  total: number
  correction?: string
}

/** One page of products, and what was searched for instead when nothing matched. */
export function okProductPage({ correction, ...page }: ProductPage, query: ListQuery) {
  const answer = okPage(page, query)
  return { ...answer, meta: { ...answer.meta, ...(correction && { correction }) } }
}
