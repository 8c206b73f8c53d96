/** The shop's data that spelling correction needs. */
export interface Vocabulary {
  /** The words that may be meant by a mistyped one, and known parts of it. */
  near(term: string): Promise<string[]>
  /** The owner's other words for one, in the singular. */
  synonymsOf(term: string): readonly string[]
  /** Whether a product has all of these. */
  hasMatch(terms: string[]): Promise<boolean>
  /** The number of products named by each of these, up to a limit. */
  countNamed(terms: string[]): Promise<number[]>
}

export async function firstWithMatch(all: string[][], { hasMatch }: Vocabulary): Promise<string[] | undefined> {
  for (const terms of all) if (await hasMatch(terms)) return terms
  return undefined
}
