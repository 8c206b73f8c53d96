import { paths } from '@mela/contract'
import { listMovedSlugs } from '../catalog/categories.repository.ts'
import { findMovedProduct } from '../catalog/product-slugs.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { listMovedPages } from '../shop/texts.repository.ts'

/** The kinds of pages with few slugs: the path, the query of former slugs, and the tag of changes that can add one. */
const KINDS = [
  { path: paths.category, list: listMovedSlugs, tag: 'catalog' },
  { path: paths.page, list: listMovedPages, tag: 'shop' },
] as const

const addressesOf = (path: (slug: string) => string) => new RegExp(`^${path('([a-z0-9-]+)')}(\\?.*)?$`)
const PRODUCTS = addressesOf(paths.product)

/**
 * Finds the present address of the page of a category, a text or a product under an earlier slug. Those of categories and texts are
 * cached until one may have moved; of products there are too many.
 */
export function movedSlugs(db: Database) {
  const kinds = KINDS.map(({ path, list, tag }) => {
    const address = addressesOf(path)
    let slugs: Promise<Map<string, string>> | undefined

    async function load(): Promise<Map<string, string>> {
      const loading = list(db)
      slugs = loading
      try {
        return await loading
      } catch {
        // The page itself reports that the database is away.
        slugs = undefined
        return new Map()
      }
    }

    return {
      tag,
      forget() {
        slugs = undefined
      },
      async addressOf(url: string): Promise<string | undefined> {
        const [, slug, query = ''] = address.exec(url) ?? []
        if (slug === undefined) return undefined
        const present = (await (slugs ?? load())).get(slug)
        return present === undefined ? undefined : path(present) + query
      },
    }
  })

  async function productAddress(url: string): Promise<string | undefined> {
    const [, slug, query = ''] = PRODUCTS.exec(url) ?? []
    if (slug === undefined) return undefined
    // The page itself reports that the database is away.
    const present = await findMovedProduct(db, slug).catch(() => undefined)
    return present === undefined ? undefined : paths.product(present) + query
  }

  return {
    forget(tags: readonly string[]) {
      for (const kind of kinds) if (tags.includes('*') || tags.includes(kind.tag)) kind.forget()
    },
    /** The address with its query; undefined when nothing has moved from there. */
    async addressOf(url: string): Promise<string | undefined> {
      for (const kind of kinds) {
        const address = await kind.addressOf(url)
        if (address !== undefined) return address
      }
      return productAddress(url)
    },
  }
}
