/** Digits, capitals alone, or two letters: the value says too little without its option. */
const UNCLEAR = /\d|^[^\p{Ll}\p{Lo}]+$|^.{1,2}$/u

/** The options of a line, such as 'Size M · Indigo'; '' without any. */
export function optionsText(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => (UNCLEAR.test(value) ? `${name} ${value}` : value))
    .join(' · ')
}
