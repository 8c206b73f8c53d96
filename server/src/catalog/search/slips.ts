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
export function slipsFrom(typed: string): (meant: string) => number {
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
