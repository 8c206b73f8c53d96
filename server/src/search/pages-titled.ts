import type { Database } from '../database/database.ts'
import { typedTerms, writtenTerms } from './words/analyzer.ts'
import { stem } from './words/stem.ts'

const MOST_SHOWN = 2

/** The published pages with every word of the keyword in title or address, as 'returns' is in 'Shipping and returns'. */
export async function listPagesTitled(db: Database, keyword: string): Promise<{ title: string; slug: string }[]> {
  const terms = typedTerms(keyword).map(stem)
  if (terms.length === 0) return []
  const pages = await db.selectFrom('pages').select(['title', 'slug']).where('is_published', '=', true).execute()
  const isTitled = (page: (typeof pages)[number]) => {
    const words = new Set(writtenTerms(`${page.title} ${page.slug}`).map(stem))
    return terms.every(term => words.has(term))
  }
  return pages.filter(isTitled).slice(0, MOST_SHOWN)
}
