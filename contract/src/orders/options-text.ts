/** A value with a digit, without a lower-case letter or of at most two characters is unclear without its option. */
const UNCLEAR = /\d|^[^\p{Ll}\p{Lo}]+$|^.{1,2}$/u

export function optionsText(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => (UNCLEAR.test(value) ? `${name} ${value}` : value))
    .join(' · ')
}
