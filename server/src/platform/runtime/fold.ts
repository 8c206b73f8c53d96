/** Unicode does not take these letters apart; `folded()` of SQL has both lists, too. */
const [FROM, TO] = ['łøđðħıŧςٱىیةکँ\u2010', 'loddhitσاييهكं-'].map(letters => [...letters])
const TWO: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
const BASE_LETTERS = new Map([
  ...(FROM ?? []).map((letter, i) => [letter, TO?.[i] ?? ''] as const),
  ...Object.entries(TWO),
])
const specialLetters = new RegExp(`[${[...BASE_LETTERS.keys()].join('')}]`, 'gu')
const apostrophes = /['’‘ʼ`´]/g
/** Accents, vowel signs of Hebrew and Arabic, the dot of Devanagari, and characters that are not seen. */
const marks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(marks, '')
    .replace(specialLetters, letter => BASE_LETTERS.get(letter) ?? letter)
    .normalize('NFC')
}
