/** What spelling correction needs to know of the shop. */
export interface Vocabulary {
  /** All words, sorted. */
  list(): Promise<readonly string[]>
  /** Whether a product has all of these. */
  hasMatch(words: string[]): Promise<boolean>
  /** The number of products named by each of these, up to a limit. */
  countNamed(words: string[]): Promise<number[]>
}

export async function firstHeld(all: string[][], { hasMatch }: Vocabulary): Promise<string[] | undefined> {
  for (const words of all) if (await hasMatch(words)) return words
  return undefined
}
