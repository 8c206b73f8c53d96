import type { KeywordReading, ListedProduct, ListQuery, PageLink, ProductCard } from '@mela/contract'
import { okPage } from '../platform/http/envelope.ts'
import type { Instead } from './search/find-products.ts'

interface ProductPage extends Instead {
  rows: (ProductCard | ListedProduct)[]
  total: number
  reading?: KeywordReading
  pages?: PageLink[]
}

export function okProductPage(
  { correction, partial, mentioned, reading, pages, ...page }: ProductPage,
  query: ListQuery,
) {
  const answer = okPage(page, query)
  const more = { ...(correction && { correction }), ...(partial && { partial }), ...(mentioned && { mentioned }) }
  return { ...answer, meta: { ...answer.meta, ...more, ...(reading && { reading }), ...(pages && { pages }) } }
}
