/** Ignores case, spaces, signs, invisible characters and 'Islands' at the end of a state's name. */
export const stateKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]+|islands$/gu, '')
