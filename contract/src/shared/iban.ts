/** ISO 13616: the country and its check digits go to the end, letters count from 10, and the rest of 97 is 1. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
