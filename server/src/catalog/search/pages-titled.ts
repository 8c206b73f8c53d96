import type { PageLink } from '@mela/contract'
import type { Database } from '../../platform/database/database.ts'
import { headingsIn } from '../../platform/markdown/render-markdown.ts'
import { escapeMarkdown, fillIn, placeholderValues } from '../../shop/placeholders.ts'
import { findChanges } from '../../shop/settings.repository.ts'
import { settingsOf } from '../../shop/settings.ts'
import { listAll } from '../../shop/texts.service.ts'
import { typedTerms, writtenTerms } from './analyzer.ts'
import { stem } from './stem.ts'

const MOST_SHOWN = 2

/** Words for what every shop writes about. */
const SUBJECTS = ['return refund exchange', 'delivery shipping shipment deliver ship', 'payment pay paying'].map(
  words => words.split(' '),
)

/** What is asked about a subject, as in 'return policy' and 'how long does delivery take'. */
const ABOUT = new Set(
  'policy cost charge fee price rate time info information method option how long much doe do i my what when can take free'.split(
    ' ',
  ),
)

/**
 * The published pages with every word of the keyword in title or address, as 'returns' is in 'Shipping and returns'; without one, and where
 * `withHeadings`, the headings that have them.
 */
export async function listPagesTitled(db: Database, keyword: string, withHeadings: boolean): Promise<PageLink[]> {
  const terms = termsOfSubject(keyword)
  if (terms.length === 0) return []
  const values = placeholderValues(settingsOf((await findChanges(db)).changes))
  const pages = (await listAll(db))
    .filter(({ isPublished }) => isPublished)
    .map(({ title, slug, body }) => ({ title: fillIn(title, values), slug, body }))
  const titled = best(terms, pages, ({ title, slug }) => `${title} ${slug}`)
  if (titled.length > 0 || !withHeadings) return titled.map(({ title, slug }) => ({ title, slug }))

  const headings = pages.flatMap(({ title, slug, body }) =>
    headingsIn(fillIn(body, values, escapeMarkdown)).map(found => ({ title, slug, ...found })),
  )
  return best(terms, headings, ({ heading }) => heading)
}

function termsOfSubject(keyword: string): string[] {
  const terms = typedTerms(keyword).map(stem)
  const telling = terms.filter(term => !ABOUT.has(term))
  return telling.length > 0 ? telling : terms
}

/** Those with every term, or another word for it; first those with the terms themselves. */
function best<Item>(terms: string[], items: Item[], textOf: (item: Item) => string): Item[] {
  const found = items.map(item => ({ item, words: new Set(writtenTerms(textOf(item)).map(stem)) }))
  const named = found.filter(({ words }) => terms.every(term => words.has(term)))
  const alike = found.filter(({ words }) => terms.every(term => wordsFor(term).some(word => words.has(word))))
  return [...new Set([...named, ...alike])].slice(0, MOST_SHOWN).map(({ item }) => item)
}

const wordsFor = (term: string) => [term, ...SUBJECTS.filter(words => words.includes(term)).flat()]
