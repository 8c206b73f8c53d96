import { type ProductCard, PUBLIC_PAGE_CAP } from '@mela/contract'
import { call } from './api.ts'

/** Current data of those products that are active: one call for a hundred. */
export async function productCards(ids: readonly string[]): Promise<ProductCard[]> {
  const calls: Promise<{ data: ProductCard[] }>[] = []
  for (let from = 0; from < ids.length; from += PUBLIC_PAGE_CAP) {
    const query = { ids: ids.slice(from, from + PUBLIC_PAGE_CAP).join(',') }
    calls.push(call('GET /products/cards', { query }))
  }
  return (await Promise.all(calls)).flatMap(({ data }) => data)
}
