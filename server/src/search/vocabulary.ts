/** What finding the words that were meant needs to know of the shop. */
export interface Vocabulary {
  /** All words, sorted. */
  list(): Promise<readonly string[]>
  /** Whether a product holds all of these. */
  hasMatch(words: string[]): Promise<boolean>
  /** How many products are named by each of these, as far as it matters. */
  countNamed(words: string[]): Promise<number[]>
}

export async function firstHeld(all: string[][], { hasMatch }: Vocabulary): Promise<string[] | undefined> {
  for (const words of all) if (await hasMatch(words)) return words
  return undefined
}
