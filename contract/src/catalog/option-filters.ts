const OPTION_KEY = 'option.'

export const isOptionKey = (key: string): boolean => key.startsWith(OPTION_KEY)

/** A variant has no more options than this, and links need no more values of one. */
const MOST_NAMES = 3
const MOST_VALUES = 10

/** The values of each option that a list is filtered by: `{ Size: ['M', 'L'] }`. */
export type ChosenOptions = Record<string, string[]>

/** Finds `option.Size=M` in a query: sorted, each once, and limited, so that equal lists have equal addresses. */
export function chosenOptions(query: Iterable<[key: string, value: string]>): ChosenOptions {
  const chosen = new Map<string, string[]>()
  for (const [key, text] of [...query].sort()) {
    const [name, value] = [key.slice(OPTION_KEY.length), text.trim()]
    const values = chosen.get(name) ?? []
    const isKept = chosen.has(name) || chosen.size < MOST_NAMES
    if (!isOptionKey(key) || !name || !value || !isKept || values.includes(value)) continue
    chosen.set(name, [...values, value].slice(0, MOST_VALUES))
  }
  return Object.fromEntries(chosen)
}

/** The same as parts of a query. */
export const optionPairs = (chosen: ChosenOptions): [key: string, value: string][] =>
  Object.entries(chosen).flatMap(([name, values]) =>
    values.map((value): [string, string] => [OPTION_KEY + name, value]),
  )
