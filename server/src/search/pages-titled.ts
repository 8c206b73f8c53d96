import { SPEC_PAGES } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { typedTerms, writtenTerms } from './words/analyzer.ts'
import { stem } from './words/stem.ts'

const MOST_SHOWN = 2

/** The published pages with every word of the keyword in title or address, as 'returns' is in 'Shipping and returns'. */
export async function listPagesTitled(db: Database, keyword: string): Promise<{ title: string; slug: string }[]> {
  const terms = typedTerms(keyword).map(stem)
  if (terms.length === 0) return []
  const changed = await db.selectFrom('pages').select(['title', 'slug', 'is_published']).execute()
  const unchanged = Object.keys(SPEC_PAGES).filter(slug => changed.every(page => page.slug !== slug))
  const pages = [...unchanged.map(slug => ({ title: titleOf(slug), slug })), ...changed.filter(row => row.is_published)]
  const isTitled = ({ title, slug }: (typeof pages)[number]) => {
    const words = new Set(writtenTerms(`${title} ${slug}`).map(stem))
    return terms.every(term => words.has(term))
  }
  const titled = pages.filter(isTitled).slice(0, MOST_SHOWN)
  return titled.map(({ title, slug }) => ({ title, slug }))
}

/** The pages that every shop has are in the database once they are changed. */
const titleOf = (slug: string) => slug.slice(0, 1).toUpperCase() + slug.slice(1).replaceAll('-', ' ')
