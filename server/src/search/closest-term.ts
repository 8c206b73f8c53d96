import type { Reading } from './spelling.ts'
import { isForPeople, isTradeWord, nearestTerms } from './synonyms.ts'
import { firstHeld, type Vocabulary } from './vocabulary.ts'

/** A typed word, whether a product has it, and its possible corrections. */
export interface AskedWord {
  word: string
  isKnown: boolean
  readings: Reading[]
}

/** What stands for a typed word, by its place in the keyword, and what is near that. */
interface Part {
  at: number
  words: string[]
  near: string[]
}

const MOST_PARTS = 3
const MOST_REPLACED = 6

/**
 * Words that a product has together: near ones for a thing that is not sold, or not so; else as many of the typed ones
 * as possible, things before their attributes.
 */
export async function closestTo(asked: AskedWord[], vocabulary: Vocabulary): Promise<string[] | undefined> {
  const found = await Promise.all(asked.map(async (word, at) => partFor(word, at, vocabulary)))
  const parts = found.filter(({ words }) => words.length > 0)
  if (parts.length === 0) {
    const near = await nearest(
      asked.flatMap(({ word }) => nearestTerms(word)),
      vocabulary,
    )
    return near ? [near] : undefined
  }

  const typed = asked.map(({ word }) => word)
  const isTried = (words: string[]) => words.length > 1 && `${words}` !== `${typed}`
  const { all, telling } = await mostTelling(parts, vocabulary)
  const tries = [wordsOf(all), ...together(telling)].filter(isTried)
  return (await firstHeld(tries, vocabulary)) ?? telling[0]?.words
}

async function partFor({ word, isKnown, readings }: AskedWord, at: number, vocabulary: Vocabulary): Promise<Part> {
  // Words for people do not describe the thing.
  const near = isForPeople(word) ? [] : [word, ...readings.flatMap(({ words }) => words)].flatMap(nearestTerms)
  if (isKnown) return { at, words: [word], near }
  for (const { words } of readings) if (await vocabulary.hasMatch(words)) return { at, words, near }
  const held = await nearest(near, vocabulary)
  return { at, words: held ? [held] : [], near }
}

/** The first that names a product, else the first that a product has. */
async function nearest(words: string[], vocabulary: Vocabulary): Promise<string | undefined> {
  if (words.length === 0) return undefined
  const counts = await vocabulary.countNamed(words)
  const named = words.find((_, i) => (counts[i] ?? 0) > 0)
  if (named) return named
  for (const word of words) if (await vocabulary.hasMatch([word])) return word
  return undefined
}

/**
 * The most specific first: names consist of things, and the last of several is described by the others. Beside trade
 * words, others say little.
 */
async function mostTelling(parts: Part[], { countNamed }: Vocabulary): Promise<{ all: Part[]; telling: Part[] }> {
  const words = parts.flatMap(({ words }) => words)
  const counts = await countNamed(words)
  const things = new Set(words.filter((_, i) => (counts[i] ?? 0) > 0))
  const isThing = ({ words }: Part) => words.some(word => things.has(word))
  const all = parts.toSorted((a, b) => Number(isThing(b)) - Number(isThing(a)) || b.at - a.at)
  const telling = all.filter(part => isThing(part) || part.words.some(isTradeWord))
  return { all: all.slice(0, MOST_PARTS), telling: (telling.length > 0 ? telling : all).slice(0, MOST_PARTS) }
}

/** The words of all parts, of all with one near, then of two. */
function together(parts: Part[]): string[][] {
  const replaced = parts.flatMap(part =>
    part.near.map(word => parts.map(other => (other === part ? { ...part, words: [word] } : other))),
  )
  const pairs = parts.flatMap((one, i) => parts.slice(i + 1).map(other => [one, other]))
  const all = [parts, ...replaced.slice(0, MOST_REPLACED), ...pairs].map(wordsOf)
  return [...new Map(all.map(words => [`${words}`, words])).values()]
}

/** In typed order, each once. */
const wordsOf = (parts: Part[]): string[] => [
  ...new Set(parts.toSorted((a, b) => a.at - b.at).flatMap(({ words }) => words)),
]
