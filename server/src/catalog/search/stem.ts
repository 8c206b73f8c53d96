const IRREGULAR = new Map(
  [
    'men man women woman gentlemen gentleman children child grandchildren grandchild people person oxen ox',
    'feet foot teeth tooth geese goose mice mouse lens lens lenses lens buses bus potatoes potato tomatoes tomato',
    'knives knife wives wife lives life leaves leaf shelves shelf bookshelves bookshelf halves half loaves loaf',
    'scarves scarf headscarves headscarf calves calf wolves wolf hooves hoof elves elf thieves thief heroes hero',
  ].flatMap(pairs => [...pairs.matchAll(/(\S+) (\S+)/g)].map(([, many = '', one = '']) => [many, one] as const)),
)

/** One form for singular and plural; equal for a word everywhere, even when it is not English. */
export function stem(word: string): string {
  const singular = IRREGULAR.get(word) ?? regularStem(word)
  return IRREGULAR.get(singular) ?? singular
}

function regularStem(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('ie')) return `${word.slice(0, -2)}y`
  if (!word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** How much must stand before an end of three letters, and before a longer one: a carpet is no pet. */
const BEFORE_THREE = 4
const BEFORE_MORE = 3
/** Endings of English that are no words of their own: an adjustable chair is no table, a measuring cup no ring. */
const noEnding = /(?:[ai]ble|(?:ment|tion|ness|less)|[aeiou]ring|(?<!r)ing)$/

/** A word without the endings of German plurals, to be compared with ends of compounds. */
export const endingOf = (word: string) => word.replace(/(?<=.{3})(?:e|en|er|es|n|s)$/, '')

/** The ends by which a compound is found, as Baumwollhemd is by hemd. */
export function endingsOf(word: string): string[] {
  if (!/^\p{Script=Latin}{6,}$/u.test(word) || noEnding.test(word)) return []
  const whole = endingOf(word)
  const endings = Array.from(whole, (_, start) => whole.slice(start)).slice(BEFORE_MORE)
  return endings.filter(({ length }) => length > 3 || (length === 3 && whole.length - length >= BEFORE_THREE))
}

/** A word in the typed one's number: boot for 'botts' is boots. */
export function inNumberOf(word: string, typed: string): string {
  if (stem(typed) === typed || word.endsWith('s')) return word
  const many = /(x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
  return stem(many) === stem(word) ? many : word
}
