import { HIGHEST_PRICE, type KeywordReading, type ReadKind } from '@mela/contract'

/** What a keyword says beside the words to search for. */
export interface Phrases {
  /** The keyword without what was read. */
  rest: string
  read: Pick<KeywordReading, 'minPrice' | 'maxPrice' | 'onSale' | 'sort' | 'isBestSellers'>
  /** Sizes as typed, in lower case; of which option they are the shop knows. */
  sizes: string[]
}

const MONEY = '(?:[$€£₹]|\\b(?:rs\\.?|inr|usd|eur|gbp)\\b)?\\s*'
const AMOUNT = `${MONEY}(\\d[\\d,]*(?:\\.\\d+)?)(?:\\s*(?:[€₹]|(?:rs|rupees|dollars?|euros?|inr|usd|eur)\\b))?(?![\\p{L}\\d])`

/** Limited like the prices of an address. */
const amount = (typed: string | undefined) => Math.min(Number(typed?.replaceAll(',', '')), HIGHEST_PRICE)

type Rule = [kind: ReadKind, phrase: RegExp, read: (match: RegExpExecArray) => Phrases['read']]

const rules: Rule[] = [
  [
    'price',
    new RegExp(`\\b(?:between|from)\\s+${AMOUNT}\\s*(?:and|to|-|–)\\s*${AMOUNT}`, 'iu'),
    ([, one, other]) => ({
      minPrice: Math.min(amount(one), amount(other)),
      maxPrice: Math.max(amount(one), amount(other)),
    }),
  ],
  [
    'price',
    new RegExp(
      `(?:\\b(?:under|below|less than|cheaper than|up ?to|within|max(?:imum)?|at most)\\s|<)\\s*${AMOUNT}`,
      'iu',
    ),
    ([, most]) => ({ maxPrice: amount(most) }),
  ],
  [
    'price',
    new RegExp(`(?:\\b(?:over|above|more than|at least|min(?:imum)?|starting at)\\s|>)\\s*${AMOUNT}`, 'iu'),
    ([, least]) => ({ minPrice: amount(least) }),
  ],
  ['best', /\b(?:(?:best|top)[- ]?sell(?:er|ers|ing)|most popular)\b/i, () => ({ isBestSellers: true })],
  ['sale', /\b(?:on sale|sales?|discounted|discounts?|special offers?|deals?)\b/i, () => ({ onSale: true })],
  ['sort', /\b(?:cheap(?:est)?|affordable|inexpensive|low(?:est)?[- ]price[ds]?)\b/i, () => ({ sort: 'price-asc' })],
  ['sort', /\b(?:new arrivals?|new in|newest|latest|new)\b/i, () => ({ sort: 'newest' })],
]

const NAMED_SIZE = /\bsizes?\s+([\p{L}\d][\p{L}\d./]*)/giu
const BARE_SIZE = /(?<![\p{L}\p{N}'’-])(x{0,4}[sl]|m|[2-6]xl|[2-6]xs)(?![\p{L}\p{N}'’-])/giu
const LONE_LETTER = /^[sml]$/i

/** Reads prices, sizes, sale and order from a keyword, except the kinds in `plain`. */
export function readPhrases(keyword: string, plain: readonly ReadKind[]): Phrases {
  const read: Phrases['read'] = {}
  let rest = keyword
  for (const [kind, phrase, meaning] of rules) {
    const match = plain.includes(kind) ? null : phrase.exec(rest)
    if (!match || (kind === 'sort' && read.sort)) continue
    Object.assign(read, meaning(match))
    rest = rest.replace(match[0], ' ')
  }
  const sizes: string[] = []
  const take = (phrase: RegExp) => {
    rest = rest.replace(phrase, (whole, size: string, at: number) => {
      // A single letter at the beginning is a name more often than a size.
      if (phrase === BARE_SIZE && LONE_LETTER.test(size) && rest.slice(0, at).trim() === '') return whole
      sizes.push(size.toLowerCase())
      return ' '
    })
  }
  if (!plain.includes('option')) for (const phrase of [NAMED_SIZE, BARE_SIZE]) take(phrase)
  return { rest: rest.replace(/\s+/g, ' ').trim(), read, sizes }
}
