/** Letters without a Unicode decomposition, and how they are typed. */
const baseLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const specialLetters = new RegExp(`[${Object.keys(baseLetters).join('')}]`, 'g')
const accents = /[\u0300-\u036f]/g
const apostrophes = /['’‘ʼ`´]/g
const compound = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(specialLetters, letter => baseLetters[letter] ?? letter)
    .replace(apostrophes, '')
    .normalize('NFC')
}

const joined = (compound: string) => compound.replaceAll('-', '')
/** A single letter before a dash, as the T of a T-shirt, is no search term of its own. */
const isOneWord = (compound: string) => /^.-/u.test(compound)

/**
 * The words of a keyword, without case, accents and apostrophes: 'Men’s T-shirt' is mens, tshirt. Fillers count only
 * when there is nothing else.
 */
export function typedTerms(keyword: string): string[] {
  const found = fold(keyword).match(compound) ?? []
  const words = [...new Set(found.flatMap(text => (isOneWord(text) ? [joined(text)] : text.split('-'))))]
  return words.every(isFiller) ? words : words.filter(word => !isFiller(word))
}

/** The words that a text is found by: 'block-print' is block, print and blockprint. */
export function writtenTerms(text: string): string[] {
  const found = fold(text).match(compound) ?? []
  return [...new Set(found.flatMap(text => (text.includes('-') ? [...text.split('-'), joined(text)] : [text])))]
}

const fillers = new Set(
  'a an and are as at be but by for from has have in is it its of on or that the this to was with you your'.split(' '),
)

/** Whether a word is in almost every text, and so distinguishes no products. */
const isFiller = (word: string) => fillers.has(word)

/** One form for singular and plural; equal for a word everywhere, even when it is not English. */
export function stem(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** A word in the typed one's number: boot for 'botts' is boots. */
export function inNumberOf(word: string, typed: string): string {
  if (stem(typed) === typed || word.endsWith('s')) return word
  const many = /(x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
  return stem(many) === stem(word) ? many : word
}

/** Longer ones are no words, and may not fit into the index of known ones. */
const LONGEST_TERM = 100

/** Numbers are never corrected: 42 is no mistyped 44. */
export const canBeMistyped = (word: string) => word.length > 2 && word.length <= LONGEST_TERM && !/\p{N}/u.test(word)
