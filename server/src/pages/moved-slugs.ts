import { paths } from '@mela/contract'
import { listMovedSlugs } from '../categories/categories.repository.ts'
import type { Database } from '../database/database.ts'
import { listMovedPages } from '../texts/texts.repository.ts'

/** The kinds of pages with a slug: the path, the query of former slugs, and the tag of changes that can add one. */
const KINDS = [
  { path: paths.category, list: listMovedSlugs, tag: 'catalog' },
  { path: paths.page, list: listMovedPages, tag: 'shop' },
] as const

/** Finds the present address of the page of a category or of a text under an earlier slug. Cached until one may have moved. */
export function movedSlugs(db: Database) {
  const kinds = KINDS.map(({ path, list, tag }) => {
    const address = new RegExp(`^${path('([a-z0-9-]+)')}(\\?.*)?$`)
    let slugs: Promise<Map<string, string>> | undefined

    async function load(): Promise<Map<string, string>> {
      const loading = list(db)
      slugs = loading
      try {
        return await loading
      } catch {
        // Without the database the page itself reports the error.
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
      return undefined
    },
  }
}
