import { fold } from '../../platform/runtime/fold.ts'

const compound = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu

const joined = (compound: string) => compound.replaceAll('-', '')
/** A single letter before a dash, as the T of a T-shirt, is no search term of its own. */
const isOneWord = (compound: string) => /^.-/u.test(compound)

/**
 * The words of a keyword, without case, accents and apostrophes: 'Men’s T-shirt' is mens, tshirt. Fillers count only
 * when there is nothing else.
 */
export function typedTerms(keyword: string): string[] {
  const found = fold(keyword).match(compound) ?? []
  const words = onceEach(found.flatMap(text => (isOneWord(text) ? [joined(text)] : text.split('-'))))
  return words.every(isFiller) ? words : words.filter(word => !isFiller(word))
}

/** The words that a text is found by: 'block-print' is block, print and blockprint. */
export function writtenTerms(text: string): string[] {
  const found = fold(text).match(compound) ?? []
  return onceEach(found.flatMap(text => (text.includes('-') ? [...text.split('-'), joined(text)] : [text])))
}

const onceEach = (words: string[]) => [...new Set(words.flatMap(byScript).map(withoutArticle))]

const OF_TWO = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}'
const OF_THREE = '\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
const scripts = new RegExp(`[${OF_TWO}${OF_THREE}]+|[^${OF_TWO}${OF_THREE}]+`, 'gu')
const ofTwo = new RegExp(`^[${OF_TWO}]`, 'u')
const ofThree = new RegExp(`^[${OF_THREE}]`, 'u')

const byScript = (word: string): string[] => word.match(scripts) ?? []

/** Whether a word is of a script without spaces between words, so that it may be several. */
export const isUnspaced = (word: string) => ofTwo.test(word) || ofThree.test(word)

/** The parts that a text with all of them is found by: two letters of Chinese, three of Thai; other words are whole. */
export function typedParts(word: string): string[] {
  if (!isUnspaced(word)) return [word]
  const size = Math.min(ofTwo.test(word) ? 2 : 3, [...word].length)
  return lettersOf(word, size)
}

/** The parts that a text is found by, from one letter of Chinese and two of Thai on. */
export function writtenParts(word: string): string[] {
  if (!isUnspaced(word)) return [word]
  return ofTwo.test(word)
    ? [...lettersOf(word, 1), ...lettersOf(word, 2)]
    : [...lettersOf(word, 2), ...lettersOf(word, 3)]
}

function lettersOf(word: string, size: number): string[] {
  const letters = [...word]
  return letters.slice(size - 1).map((_, i) => letters.slice(i, i + size).join(''))
}

/** Arabic words are found with and without their article. */
const withoutArticle = (word: string) => word.replace(/^(?:ال|لل)(?=[\u0620-\u064a]{3})/u, '')

const fillers = new Set(
  'a an and are as at be but by for from has have in is it its of on or that the this to was with you your'.split(' '),
)

/** Whether a word is in almost every text, and so distinguishes no products. */
const isFiller = (word: string) => fillers.has(word)

/** Longer ones are no words, and may not fit into the index of known ones. */
const LONGEST_TERM = 100

/** Numbers are never corrected: 42 is no mistyped 44. */
export const canBeMistyped = (word: string) =>
  word.length > 2 && word.length <= LONGEST_TERM && !/\p{N}/u.test(word) && !isUnspaced(word)

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
