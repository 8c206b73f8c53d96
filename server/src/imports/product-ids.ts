import { MOST_FOUND } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { findProducts } from '../search/find-products.ts'
import { listIdsAfter, type Shelf } from '../search/product-index.repository.ts'

const AT_ONCE = 1000

/** The ids of a list of products in the order of the dashboard, a thousand at a time; a keyword finds its first ten thousand. */
export async function* listProductIds(db: Database, shelf: Shelf, keyword: string): AsyncGenerator<string[]> {
  if (keyword === '') return yield* listWholeShelf(db, shelf)
  const { ids } = await findProducts(db, shelf, { keyword, page: 1, size: MOST_FOUND })
  for (let i = 0; i < ids.length; i += AT_ONCE) yield ids.slice(i, i + AT_ONCE)
}

/** Each part begins behind the last id of the one before, so the end of a long list is as quick as its beginning. */
async function* listWholeShelf(db: Database, shelf: Shelf) {
  let last: string | undefined
  for (;;) {
    const ids = await listIdsAfter(db, shelf, last, AT_ONCE)
    if (ids.length > 0) yield ids
    if (ids.length < AT_ONCE) return
    last = ids.at(-1)
  }
}
