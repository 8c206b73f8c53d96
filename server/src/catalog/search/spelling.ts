import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { canBeMistyped, inNumberOf, stem } from './analyzer.ts'
import { countSome, hasMatch, inIndex, type ProductScope } from './product-index.ts'
import { ALL_TRADE_TERMS, isTradeTerm, type OwnSynonyms } from './synonyms.ts'
import { anywhere, named } from './terms.ts'

/** The words of products, and the owner's, which may be mistyped, too. */
export const openVocabulary = (db: Database, scope: ProductScope, own: OwnSynonyms) => ({
  /** The words that may be meant by a mistyped one, and known parts of it. */
  near: async (term: string) => [...new Set([...(await listNearWords(db, term)), ...own.keys()])],
  /** The owner's other words for one, in the singular. */
  synonymsOf: (term: string) => own.get(stem(term)) ?? [],
  /** Whether a product has all of these. */
  hasMatch: (terms: string[]) => hasMatch(db, scope, anywhere(terms, own)),
  /** The number of products named by each of these, up to a limit. */
  countNamed: (terms: string[]) =>
    countSome(
      db,
      terms.map(term => inIndex(db, scope, {}, named(term, own))),
    ),
})
export type Vocabulary = ReturnType<typeof openVocabulary>

export async function firstWithMatch(all: string[][], { hasMatch }: Vocabulary): Promise<string[] | undefined> {
  for (const terms of all) if (await hasMatch(terms)) return terms
  return undefined
}

/** One or several terms that may be meant by a typed one. */
export interface Reading {
  terms: string[]
  cost: number
}

const MOST_READINGS = 4
const MOST_COMPARED = 10
/** Each letter too many costs half a slip at least, of which there may be two. */
const MOST_SUPERFLUOUS = 4
const OTHER_SPACES = 0.75
/** The additional cost of a term that no product's name has: shoppers search for things, which are in names. */
const IN_NO_NAME = 0.5

/** Whether an unmatched term may be misspelt. */
export const canBeMisspelt = (term: string) => canBeMistyped(term) && !isTradeTerm(term)

/** The possible corrections of a term, the likeliest first. */
export async function readingsOf(term: string, vocabulary: Vocabulary): Promise<Reading[]> {
  const known = await vocabulary.near(term)
  const [most, costOf] = [mostSlips(term), slipsFrom(term)]
  const near = [...known, ...ALL_TRADE_TERMS]
    .filter(({ length }) => length >= term.length - MOST_SUPERFLUOUS)
    .map(other => ({ term: other, cost: costOf(other) }))
    .filter(({ cost }) => cost <= most)
  const likely = onceEach(near.sort((a, b) => a.cost - b.cost)).slice(0, MOST_COMPARED)
  const counts = likely.length === 0 ? [] : await vocabulary.countNamed(likely.map(({ term }) => term))
  const parts = splits(term, known).map(terms => ({ terms, cost: OTHER_SPACES, products: 0 }))
  const readings = likely.flatMap((near, i) => {
    const products = counts[i] ?? 0
    const cost = near.cost + (products > 0 ? 0 : IN_NO_NAME)
    const isLikely = cost <= most || isTradeTerm(near.term) || !isNearManyTerms(term)
    return isLikely ? [{ terms: [inNumberOf(near.term, term)], cost, products }] : []
  })
  return [...parts, ...readings].sort((a, b) => a.cost - b.cost || b.products - a.products).slice(0, MOST_READINGS)
}

function onceEach<Near extends { term: string }>(sorted: Near[]): Near[] {
  const seen = new Set<string>()
  return sorted.filter(({ term }) => !seen.has(stem(term)) && seen.add(stem(term)))
}

const SHORTEST_PART = 3
const LONG = 8

const partsOf = (term: string) =>
  Array.from({ length: Math.max(0, term.length + 1 - 2 * SHORTEST_PART) }, (_, i) => [
    term.slice(0, i + SHORTEST_PART),
    term.slice(i + SHORTEST_PART),
  ])

/** The pairs of known words that a term may be, written as one. */
const splits = (term: string, known: string[]) =>
  partsOf(term).filter(parts => parts.every(part => known.includes(part)))

const MOST_NEAR = 100

/** The words of products that resemble a mistyped one or begin like it, and those that it may consist of. */
async function listNearWords(db: Database, typed: string): Promise<string[]> {
  const edits = sql.lit(typed.length < LONG ? 2 : 3)
  const beginning = sql`left(word, ${typed.length}::int)`
  const { rows } = await sql<{ word: string }>`
    (
      select word from (
        select word from search_terms where word % ${typed}
        union
        select word from search_terms where left(word, 1) in (${typed.slice(0, 1)}, ${typed.slice(1, 2)})
          and levenshtein_less_equal(${beginning}, ${typed}, ${edits}) <= ${edits}
      ) as near order by levenshtein(word, ${typed}), word limit ${sql.lit(MOST_NEAR)}
    )
    union all select word from search_terms where word = any(${partsOf(typed).flat()}::text[])`.execute(db)
  return rows.map(({ word }) => word)
}

const SLIP = 1
/** Sounds and doubled letters are common mistakes. */
const SMALL_SLIP = 0.5
const SWAPPED = 0.75
const WRONG_DOUBLED = 0.75
/** A short word with another letter is another word. */
const SHORT = 4
const OTHER_WORD = 1.5
/** The first letter of a word is rarely wrong. */
const OTHER_FIRST_LETTER = 1
/** A singular typed for a plural, or the reverse. */
const OTHER_NUMBER = 0.125
const SHORTEST_PLURAL = 4
const ONLY_BEGINS_SO = 0.5
const ONLY_BEGINS_ABOUT_SO = 0.75
/** Almost every typed word is one slip away from some short beginning. */
const SHORTEST_MISTYPED_BEGINNING = 5

const SOUNDS = ['aeiouy', 'ckq', 'sz', 'vw', 'gj', 'mn']
const soundOf = (letter: string) => SOUNDS.find(letters => letters.includes(letter))
const isHardlyPronounced = (letter: string) => 'aeiouyh'.includes(letter)

/** Words of up to five letters have many others one slip away. */
const isNearManyTerms = (typed: string) => typed.length < 6

/** The most slips between typed and meant, by the length of the typed word. */
function mostSlips(typed: string): number {
  if (typed.length < SHORT) return SWAPPED
  if (isNearManyTerms(typed)) return SLIP
  return typed.length < LONG ? 1.25 * SLIP : 2 * SLIP
}

/** The cost of the slips between a typed word and a meant one, or its beginning. All are sums of eighths, which add up exactly. */
function slipsFrom(typed: string): (meant: string) => number {
  const slips = slipsIn(typed)
  const isLong = typed.length >= SHORTEST_MISTYPED_BEGINNING
  return meant => {
    const costs = costsOfBeginnings(slips, meant)
    const at = (ofMeant: number, ofTyped: number) => costs[ofMeant]?.[ofTyped] ?? Number.POSITIVE_INFINITY
    const whole = Math.min(
      at(meant.length, typed.length),
      ...pluralEndings(typed).map(ending => at(meant.length, typed.length - ending) + OTHER_NUMBER),
      ...pluralEndings(meant).map(ending => at(meant.length - ending, typed.length) + OTHER_NUMBER),
    )
    if (meant.startsWith(typed)) return Math.min(whole, ONLY_BEGINS_SO)
    const beginnings = isLong ? costs.slice(1, -1).map((_, i) => at(i + 1, typed.length) + ONLY_BEGINS_ABOUT_SO) : []
    return Math.min(whole, ...beginnings) + (beginsOtherwise(typed, meant) ? OTHER_FIRST_LETTER : 0)
  }
}

const beginsOtherwise = (typed: string, meant: string) =>
  typed[0] !== meant[0] && !(typed[0] === meant[1] && typed[1] === meant[0])

/** The lengths of plural endings: 's' and 'es'. */
function pluralEndings(word: string): number[] {
  if (word.length < SHORTEST_PLURAL || !word.endsWith('s')) return []
  return word.endsWith('es') ? [1, 2] : [1]
}

type Slips = ReturnType<typeof slipsIn>

/** For each beginning of the meant word, by length: the cost of the slips between it and each beginning of the typed one. */
function costsOfBeginnings({ letters, extra, first, wrong }: Slips, meant: string): number[][] {
  const rows = [first]
  for (let i = 0; i < meant.length; i++) {
    const [letter = '', before] = [meant[i], meant[i - 1]]
    const missing = letter === before || isHardlyPronounced(letter) ? SMALL_SLIP : SLIP
    const sound = soundOf(letter)
    const [above = [], beforeAbove = []] = [rows[i], rows[i - 1]]
    const row = [(above[0] ?? 0) + missing]
    for (let j = 0; j < letters.length; j++) {
      let cost = Math.min((above[j + 1] ?? 0) + missing, (row[j] ?? 0) + (extra[j] ?? 0))
      cost = Math.min(cost, (above[j] ?? 0) + (letters[j] === letter ? 0 : wrong(j, sound)))
      const isSwapped = j > 0 && letters[j] === before && letters[j - 1] === letter
      row.push(isSwapped ? Math.min(cost, (beforeAbove[j - 1] ?? 0) + SWAPPED) : cost)
    }
    rows.push(row)
  }
  return rows
}

/** What it costs that a typed letter is superfluous, that all up to it are, and that it stands for another. */
function slipsIn(typed: string) {
  const isShort = typed.length <= SHORT
  const letters = typed.split('')
  const sounds = letters.map(soundOf)
  const isDoubled = letters.map((letter, i) => letter === letters[i - 1] || letter === letters[i + 1])
  const extra = letters.map((letter, i) => {
    if (isDoubled[i]) return SMALL_SLIP
    if (isShort) return OTHER_WORD
    return isHardlyPronounced(letter) ? SMALL_SLIP : SLIP
  })
  const first = [0]
  for (const cost of extra) first.push((first.at(-1) ?? 0) + cost)
  const wrong = (i: number, sound: string | undefined) => {
    if (!isShort && sound !== undefined && sound === sounds[i]) return SMALL_SLIP
    if (isDoubled[i]) return WRONG_DOUBLED
    return isShort ? OTHER_WORD : SLIP
  }
  return { letters, extra, first, wrong }
}
