import { MOST_FOUND } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { findProducts } from '../search/find-products.ts'
import { listIdsAfter, type ProductScope } from '../search/product-index.repository.ts'

const AT_ONCE = 1000

/** The ids of a product list in the dashboard's order, a thousand at a time; a keyword finds its first ten thousand. */
export async function* listProductIds(db: Database, scope: ProductScope, keyword: string): AsyncGenerator<string[]> {
  if (keyword === '') return yield* listWholeScope(db, scope)
  const { ids } = await findProducts(db, scope, { keyword, page: 1, size: MOST_FOUND })
  for (let i = 0; i < ids.length; i += AT_ONCE) yield ids.slice(i, i + AT_ONCE)
}

/** Each part begins after the last id of the previous one, so a long list's end is as quick as its beginning. */
async function* listWholeScope(db: Database, scope: ProductScope) {
  let last: string | undefined
  for (;;) {
    const ids = await listIdsAfter(db, scope, last, AT_ONCE)
    if (ids.length > 0) yield ids
    if (ids.length < AT_ONCE) return
    last = ids.at(-1)
  }
}
