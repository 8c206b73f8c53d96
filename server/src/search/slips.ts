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
const soundsAlike = (one: string, other: string) => SOUNDS.some(sound => sound.includes(one) && sound.includes(other))
const isHardlyPronounced = (letter: string) => 'aeiouyh'.includes(letter)

const LONG = 8
/** Words of up to five letters have many others one slip away. */
export const isNearManyTerms = (typed: string) => typed.length < 6

/** The most slips between typed and meant, by the length of the typed word. */
export function mostSlips(typed: string): number {
  if (typed.length < SHORT) return SWAPPED
  if (isNearManyTerms(typed)) return SLIP
  return typed.length < LONG ? 1.25 * SLIP : 2 * SLIP
}

/** The cost of the slips between a typed word and a meant one, or its beginning. All are sums of eighths, which add up exactly. */
export function costOfSlips(typed: string, meant: string): number {
  const costs = costsOfBeginnings(typed, meant)
  const at = (ofMeant: number, ofTyped: number) => costs[ofMeant]?.[ofTyped] ?? Number.POSITIVE_INFINITY
  const whole = Math.min(
    at(meant.length, typed.length),
    ...pluralEndings(typed).map(ending => at(meant.length, typed.length - ending) + OTHER_NUMBER),
    ...pluralEndings(meant).map(ending => at(meant.length - ending, typed.length) + OTHER_NUMBER),
  )
  if (meant.startsWith(typed)) return Math.min(whole, ONLY_BEGINS_SO)
  const isLong = typed.length >= SHORTEST_MISTYPED_BEGINNING
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

/** For each beginning of the meant word, by length: the cost of the slips between it and each beginning of the typed one. */
function costsOfBeginnings(typed: string, meant: string): number[][] {
  const { extra, wrong } = slipsIn(typed)
  const first = [0]
  for (const cost of extra) first.push((first.at(-1) ?? 0) + cost)
  const rows = [first]
  for (const [i, letter] of meant.split('').entries()) {
    const missing = letter === meant[i - 1] || isHardlyPronounced(letter) ? SMALL_SLIP : SLIP
    const [above = [], beforeAbove = []] = [rows[i], rows[i - 1]]
    const row = [(above[0] ?? 0) + missing]
    for (const [j, superfluous] of extra.entries()) {
      const isSwapped = j > 0 && typed[j] === meant[i - 1] && typed[j - 1] === letter
      const swapped = isSwapped ? (beforeAbove[j - 1] ?? 0) + SWAPPED : Number.POSITIVE_INFINITY
      const edited = Math.min((above[j + 1] ?? 0) + missing, (row[j] ?? 0) + superfluous)
      row.push(Math.min((above[j] ?? 0) + wrong(j, letter), edited, swapped))
    }
    rows.push(row)
  }
  return rows
}

/** The costs of each typed letter being superfluous, and of being typed instead of a meant one. */
function slipsIn(typed: string) {
  const isShort = typed.length <= SHORT
  const letters = typed.split('')
  const isDoubled = letters.map((letter, i) => letter === letters[i - 1] || letter === letters[i + 1])
  const extra = letters.map((letter, i) => {
    if (isDoubled[i]) return SMALL_SLIP
    if (isShort) return OTHER_WORD
    return isHardlyPronounced(letter) ? SMALL_SLIP : SLIP
  })
  const wrong = (i: number, meant: string) => {
    if (letters[i] === meant) return 0
    if (!isShort && soundsAlike(letters[i] ?? '', meant)) return SMALL_SLIP
    if (isDoubled[i]) return WRONG_DOUBLED
    return isShort ? OTHER_WORD : SLIP
  }
  return { extra, wrong }
}
