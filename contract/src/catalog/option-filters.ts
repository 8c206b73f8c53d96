export const LONGEST_OPTION_NAME = 40
export const LONGEST_OPTION_VALUE = 60

/** Prefix of the keys of chosen values in an address, as in `option.Size=M`: of lists, and of a form without JavaScript. */
export const OPTION_KEY = 'option.'

export const isOptionKey = (key: string): boolean => key.startsWith(OPTION_KEY)

const MOST_NAMES = 3
const MOST_VALUES = 10
/** Every link of a list repeats the chosen values, so their text is limited. */
const MOST_CHARACTERS = 2000

/** 'Size' and 'size ' are one option. */
export const spellingOf = (text: string): string =>
  text
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .toLowerCase()

export type ChosenOptions = Record<string, string[]>

/** Sorts and limits the values of `option.Size=M`, so that equal lists have equal addresses. */
export function chosenOptions(query: Iterable<[key: string, value: string]>): ChosenOptions {
  const chosen = new Map<string, string[]>()
  let length = 0
  for (const [key, text] of [...query].sort()) {
    const [name, value] = [key.slice(OPTION_KEY.length), text.trim()]
    const values = chosen.get(name) ?? []
    const isFull = chosen.has(name) ? values.length === MOST_VALUES : chosen.size === MOST_NAMES
    if (!isOptionKey(key) || !canExist(name, value) || isFull || values.includes(value)) continue
    length += encodeURIComponent(`&${key}=${value}`.toWellFormed()).length
    if (length <= MOST_CHARACTERS) chosen.set(name, [...values, value])
  }
  return Object.fromEntries(chosen)
}

/** `__proto__` is no key of an object like others, so it would be lost on the way. */
const canExist = (name: string, value: string) =>
  name !== '' &&
  name !== '__proto__' &&
  name.length <= LONGEST_OPTION_NAME &&
  value !== '' &&
  value.length <= LONGEST_OPTION_VALUE

export const optionPairs = (chosen: ChosenOptions): [key: string, value: string][] =>
  Object.entries(chosen).flatMap(([name, values]) =>
    values.map((value): [string, string] => [OPTION_KEY + name, value]),
  )
