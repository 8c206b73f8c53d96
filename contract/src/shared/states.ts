/** Equal for two spellings of a state: capitals, spaces, signs, invisible characters and 'Islands' at its end make no difference. */
export const stateKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]+|islands$/gu, '')
