/** Words of so many letters may have another slip. */
export const LONG = 8

/** Costs are eighths, whose sums are exact. */
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

const SOUNDS = new Map(
  ['aeiouy', 'ckq', 'sz', 'vw', 'gj', 'mn'].flatMap(alike => alike.split('').map(letter => [letter, alike])),
)
const isHardlyPronounced = (letter: string) => 'aeiouyh'.includes(letter)

/** Words of up to five letters have many others one slip away. */
export const isNearManyTerms = (typed: string) => typed.length < 6

/** The most slips between typed and meant, by the length of the typed word. */
export function mostSlips(typed: string): number {
  if (typed.length < SHORT) return SWAPPED
  if (isNearManyTerms(typed)) return SLIP
  return typed.length < LONG ? 1.25 * SLIP : 2 * SLIP
}

/** The cost of the slips between a typed word and a meant one, or its beginning. */
export function countSlips(typed: string, meant: string): number {
  const isLong = typed.length >= SHORTEST_MISTYPED_BEGINNING
  const costs = costsOfBeginnings(typed, meant)
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

const beginsOtherwise = (typed: string, meant: string) =>
  typed[0] !== meant[0] && !(typed[0] === meant[1] && typed[1] === meant[0])

/** The lengths of plural endings: 's' and 'es'. */
function pluralEndings(word: string): number[] {
  if (word.length < SHORTEST_PLURAL || !word.endsWith('s')) return []
  return word.endsWith('es') ? [1, 2] : [1]
}

/** By the lengths of beginnings of the meant and the typed word: the cost of the slips between them. */
function costsOfBeginnings(typed: string, meant: string): number[][] {
  const first = [0]
  for (let j = 0; j < typed.length; j++) first.push((first[j] ?? 0) + superfluous(typed, j))
  const rows = [first]
  for (let i = 0; i < meant.length; i++) {
    const [letter = '', before] = [meant[i], meant[i - 1]]
    const missing = letter === before || isHardlyPronounced(letter) ? SMALL_SLIP : SLIP
    const [above = [], beforeAbove = []] = [rows[i], rows[i - 1]]
    const row = [(above[0] ?? 0) + missing]
    for (let j = 0; j < typed.length; j++) {
      const isSwapped = j > 0 && typed[j] === before && typed[j - 1] === letter
      row.push(
        Math.min(
          (above[j + 1] ?? 0) + missing,
          (row[j] ?? 0) + superfluous(typed, j),
          (above[j] ?? 0) + wrong(typed, j, letter),
          isSwapped ? (beforeAbove[j - 1] ?? 0) + SWAPPED : Number.POSITIVE_INFINITY,
        ),
      )
    }
    rows.push(row)
  }
  return rows
}

const isDoubled = (word: string, i: number) => word[i] === word[i - 1] || word[i] === word[i + 1]

function superfluous(typed: string, i: number): number {
  if (isDoubled(typed, i)) return SMALL_SLIP
  if (typed.length <= SHORT) return OTHER_WORD
  return isHardlyPronounced(typed[i] ?? '') ? SMALL_SLIP : SLIP
}

function wrong(typed: string, i: number, letter: string): number {
  if (typed[i] === letter) return 0
  const isShort = typed.length <= SHORT
  const sound = SOUNDS.get(letter)
  if (!isShort && sound !== undefined && sound === SOUNDS.get(typed[i] ?? '')) return SMALL_SLIP
  if (isDoubled(typed, i)) return WRONG_DOUBLED
  return isShort ? OTHER_WORD : SLIP
}
