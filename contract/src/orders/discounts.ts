/** Codes are compared in upper case, without spaces and hyphens. */
export const codeKeyOf = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Z}\p{Pd}\p{Cf}]/gu, '')
