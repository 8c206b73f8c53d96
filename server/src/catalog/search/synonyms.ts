import { stem } from './stem.ts'
import { termsForPeople, tradeSynonyms } from './trade-synonyms.ts'

const listed = (words?: string) => words?.split(' ') ?? []
const stems = (words?: string) => listed(words).map(stem)

export const ALL_TRADE_TERMS: readonly string[] = [
  ...new Set([...tradeSynonyms, ...termsForPeople].flatMap(words => Object.values(words).flatMap(listed))),
]

const known = new Set(ALL_TRADE_TERMS.map(stem))
/** Never a misspelling, whether or not a product has it. */
export const isTradeTerm = (word: string) => known.has(stem(word))

const people = new Map(
  termsForPeople.flatMap(({ names, near }) => stems(names).map(name => [name, listed(near)] as const)),
)
/** Whether a word names people. */
export const isForPeople = (word: string) => people.has(stem(word))

type Relation = Map<string, Set<string>>

function relate(relation: Relation, words: string[], to: string[]) {
  for (const word of words) relation.set(word, new Set([...(relation.get(word) ?? []), ...to]))
}

const anywhere: Relation = new Map()
const inNames: Relation = new Map()
const nearby: Relation = new Map([...people].map(([word, near]) => [word, new Set(near)]))
for (const { names, kinds, kindsInNames, near } of tradeSynonyms) {
  const same = [...stems(names), ...stems(kinds)]
  relate(anywhere, stems(names), same)
  relate(inNames, stems(names), [...same, ...stems(kindsInNames)])
  relate(nearby, [...same, ...stems(kindsInNames)], [...listed(names), ...listed(near)])
}

const others = (relation: Relation, word: string): readonly string[] =>
  [...(relation.get(stem(word)) ?? [])].filter(other => stem(other) !== stem(word))

/** Synonyms of a word and of its kinds, in the singular. */
export const synonymsOf = (word: string): readonly string[] => others(anywhere, word)

/** The same, and those that apply in product names only. */
export const synonymsInNames = (word: string): readonly string[] => others(inNames, word)

/** What to show instead of a thing that is not sold, nor under a synonym; the best first. */
export function nearestTerms(word: string): readonly string[] {
  const same = new Set(synonymsInNames(word))
  return others(nearby, word).filter(other => !same.has(stem(other)))
}
