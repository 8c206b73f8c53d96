import { paths } from '@mela/contract'
import { listMovedSlugs } from '../categories/categories.repository.ts'
import type { Database } from '../database/database.ts'

const CATEGORY = new RegExp(`^${paths.category('([a-z0-9-]+)')}(\\?.*)?$`)

/** Finds the present address of a category's page under an earlier slug. Cached until the catalogue changes. */
export function movedCategories(db: Database) {
  let slugs: Promise<Map<string, string>> | undefined

  async function load(): Promise<Map<string, string>> {
    const loading = listMovedSlugs(db)
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
    forget() {
      slugs = undefined
    },
    /** The address with its query; undefined when the category has not moved. */
    async addressOf(url: string): Promise<string | undefined> {
      const [, slug, query = ''] = CATEGORY.exec(url) ?? []
      if (slug === undefined) return undefined
      const present = (await (slugs ?? load())).get(slug)
      return present === undefined ? undefined : paths.category(present) + query
    },
  }
}
