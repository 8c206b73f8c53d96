import { isUnspaced, stem, typedParts, typedTerms, writtenParts, writtenTerms } from './analyzer.ts'
import { type OwnSynonyms, synonymsInNames, synonymsOf } from './synonyms.ts'

interface Described {
  name: string
  category: string
  categorySlugs: string[]
  tags: string[]
  vendor: string | null
  description: string
  skus: string[]
  barcodes: string[]
}

/**
 * Where a word occurs: in the name, as a prefix there, in the category, as the end of a compound in either, in the description; or the
 * category's slug, a code, or a tag.
 */
type Place = 'name' | 'beginning' | 'category' | 'ending' | 'description' | 'slug' | 'code' | 'tag'

/** A product's search terms as numbers: their index is a fraction of one on words. */
export function termsOf({ name, category, tags, vendor, description, ...product }: Described): number[] {
  const { categorySlugs, skus, barcodes } = product
  const terms = new Set([...categorySlugs.map(slug => term('slug', slug)), ...tags.flatMap(tagged)])
  for (const word of partsOf(name)) {
    terms.add(term('name', stem(word)))
    for (const beginning of beginningsOf(word)) terms.add(term('beginning', beginning))
  }
  for (const word of partsOf(`${category} ${vendor ?? ''}`)) {
    for (const beginning of [stem(word), ...beginningsOf(word)]) terms.add(term('category', beginning))
  }
  for (const ending of [name, category].flatMap(writtenTerms).flatMap(endingsOf)) terms.add(term('ending', ending))
  // Words of the name or the category need not be repeated.
  const said = new Set([name, category].flatMap(partsOf).map(stem))
  const described = [description, ...tags, vendor ?? ''].flatMap(partsOf).map(stem)
  for (const word of described) if (!said.has(word)) terms.add(term('description', word))
  for (const code of [...barcodes, ...skus, ...skus.flatMap(beginningsOfSku)]) terms.add(codeTerm(typedTerms(code)))
  return [...terms]
}

/** How much must stand before an end of three letters, and before a longer one: a carpet is no pet. */
const BEFORE_THREE = 4
const BEFORE_MORE = 3
/** Endings of English that are no words of their own: an adjustable chair is no table, a measuring cup no ring. */
const noEnding = /(?:[ai]ble|(?:ment|tion|ness|less)|[aeiou]ring|(?<!r)ing)$/

/** A word without the endings of German plurals, to be compared with ends of compounds. */
const endingOf = (word: string) => word.replace(/(?<=.{3})(?:e|en|er|es|n|s)$/, '')

/** The ends by which a compound is found, as Baumwollhemd is by hemd. */
function endingsOf(word: string): string[] {
  if (!/^\p{Script=Latin}{6,}$/u.test(word) || noEnding.test(word)) return []
  const whole = endingOf(word)
  const endings = Array.from(whole, (_, start) => whole.slice(start)).slice(BEFORE_MORE)
  return endings.filter(({ length }) => length > 3 || (length === 3 && whole.length - length >= BEFORE_THREE))
}

const partsOf = (text: string) => writtenTerms(text).flatMap(writtenParts)

const SHORTEST_OF_SKU = 3
const LONGEST_OF_SKU = 24

const beginningsOfSku = (sku: string) =>
  Array.from({ length: Math.min(sku.length, LONGEST_OF_SKU) }, (_, i) => sku.slice(0, i + 1)).slice(SHORTEST_OF_SKU - 1)

/** A SKU, its beginning or a barcode, as the words that are typed for it. */
const codeTerm = (words: string[]) => term('code', words.join(''))

/** Proper prefixes; the word itself has its own term, and a part of an unspaced word is short already. */
const beginningsOf = (word: string) => (isUnspaced(word) ? [] : Array.from(word, (_, i) => word.slice(0, i)).slice(1))

/** For one word of a keyword, the terms of which a product must have one. */
type AnyOf = number[]

/** One `AnyOf` for each word; a product matches when it has a term of each. */
export type Match = AnyOf[]

/** A word of a keyword, or a part of one that is written without spaces, with the other words for the whole. */
interface Typed {
  text: string
  synonyms: readonly string[]
  synonymsInNames: readonly string[]
}

function typed(word: string, own: OwnSynonyms): Typed[] {
  const others = own.get(stem(word)) ?? []
  const synonyms = [...synonymsOf(word), ...others.flatMap(other => [other, ...synonymsOf(other)])]
  const inNames = [...synonymsInNames(word), ...others.flatMap(other => [other, ...synonymsInNames(other)])]
  return typedParts(word).map(text => ({ text, synonyms, synonymsInNames: inNames }))
}

/**
 * Matches from the best to all; each includes the one before. Every word in the name, or all words as a code; the word,
 * its prefix or a synonym in the name; in name or category, or at the end of a compound there; anywhere.
 */
export function matchesOf(words: string[], own: OwnSynonyms): [Match, ...Match[]] {
  const everyTerm = (terms: (word: Typed) => AnyOf) => eachOrCode(words, own, terms)
  const inName = (word: Typed) => [...termsInName(word), ...looserTermsInName(word)]
  return [
    everyTerm(termsInName),
    everyTerm(inName),
    everyTerm(word => [...inName(word), ...termsInCategory(word)]),
    everyTerm(termsAnywhere),
  ]
}

/** A product whose code is the whole keyword has a term of each word, because the code is added to each. */
const eachOrCode = (words: string[], own: OwnSynonyms, terms: (word: Typed) => AnyOf): Match =>
  words.flatMap(word => typed(word, own)).map(word => [...terms(word), codeTerm(words)])

/** How well a product matches by its terms: first by the word in the loosest place, then by all words. */
export function relevanceOf(words: string[], own: OwnSynonyms, matched: ReadonlySet<number>): number {
  const hasMatch = (terms: AnyOf) => terms.some(term => matched.has(term))
  const places = words
    .flatMap(word => typed(word, own))
    .map(word => {
      if (hasMatch([...termsInName(word), codeTerm(words)])) return IN_NAME
      if (hasMatch(looserTermsInName(word))) return LOOSELY_IN_NAME
      return hasMatch(termsInCategory(word)) ? IN_CATEGORY : IN_DESCRIPTION
    })
  return Math.min(...places) * BEST * places.length + places.reduce<number>((sum, place) => sum + place, 0)
}

const IN_NAME = 3
const LOOSELY_IN_NAME = 2
const IN_CATEGORY = 1
const IN_DESCRIPTION = 0
const BEST = IN_NAME + 1

export const named = (word: string, own: OwnSynonyms): Match =>
  typed(word, own).map(({ text, synonymsInNames }) => {
    const names = [stem(text), ...synonymsInNames]
    return [...names.map(name => term('name', name)), ...names.map(name => term('category', name))]
  })

export const tagged = (tag: string): AnyOf => [term('tag', tag.toLowerCase())]

/** Products of this category or of one in it: found in the index, before any row is visited. */
export const inCategory = (slug: string): AnyOf => [term('slug', slug)]

export const anywhere = (words: string[], own: OwnSynonyms): Match => eachOrCode(words, own, termsAnywhere)

const termsInName = ({ text }: Typed): AnyOf => [term('name', stem(text))]

const looserTermsInName = ({ text, synonymsInNames }: Typed): AnyOf => [
  term('beginning', text),
  ...synonymsInNames.map(other => term('name', other)),
]

/** Tags and the vendor are chosen for the product, as its category is. */
const termsInCategory = (word: Typed): AnyOf => [
  ...termsIn('category', word),
  ...termsIn('tag', word),
  term('ending', endingOf(word.text)),
]

const termsIn = (place: Place, { text, synonyms }: Typed): AnyOf =>
  [...new Set([text, stem(text), ...synonyms])].map(other => term(place, other))

const termsAnywhere = (word: Typed): AnyOf => [
  ...termsInName(word),
  ...looserTermsInName(word),
  ...termsInCategory(word),
  ...termsIn('description', word),
]

const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a, mixed: 32 bits, so that of 100,000 different terms one in 40,000 collides. */
function term(place: Place, text: string): number {
  let hash = OFFSET_BASIS
  for (const byte of Buffer.from(`${place} ${text}`)) hash = Math.imul(hash ^ byte, PRIME)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return hash ^ (hash >>> 15)
}
