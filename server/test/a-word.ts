/** A word without digits that only the products of one test contain; no letter follows itself. */
export function aWord(): string {
  let word = ''
  while (word.length < 14) {
    const letter = 'bcdfghklmnpr'[Math.floor(Math.random() * 12)] ?? ''
    if (!word.endsWith(letter)) word += letter
  }
  return word
}
