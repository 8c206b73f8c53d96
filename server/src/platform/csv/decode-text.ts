import { isUtf8 } from 'node:buffer'
import { decodeHTMLStrict } from 'entities'

export const decodeText = (bytes: Buffer): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const [even, odd] = countZeros(bytes.subarray(0, 4000))
  if (odd > 10 * even) return 'utf-16le'
  if (even > 10 * odd) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** In UTF-16 that has no mark every other byte of Latin letters, digits and commas is zero. */
function countZeros(bytes: Buffer): [even: number, odd: number] {
  const counts: [number, number] = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) counts[index % 2 === 0 ? 0 : 1] += 1
  return Math.max(...counts) > bytes.length / 8 ? counts : [0, 0]
}

/** Other shops write '&amp;' for '&'; an '&' that no semicolon ends stays. */
export const decodeEntities = (cell: string): string =>
  cell.includes('&') ? decodeHTMLStrict(cell).replaceAll('\u00a0', ' ') : cell

const OTHER_FILES: [string, string][] = [
  ['PK\u0003\u0004', 'This is a spreadsheet file. Save it as CSV in your spreadsheet, then choose that file.'],
  [
    '\u00d0\u00cf\u0011\u00e0',
    'This is a spreadsheet file. Save it as CSV in your spreadsheet, then choose that file.',
  ],
  ['%PDF', 'This is a PDF. Choose a CSV file.'],
]

export const otherFile = (bytes: Buffer): string | undefined =>
  OTHER_FILES.find(([beginning]) => bytes.toString('latin1', 0, beginning.length) === beginning)?.[1]

const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[ \t]*(?:\r\n|\r|\n)/i

/** The line 'sep=;' names the delimiter, else it is what stands most between the column names. */
export function splitDelimiter(text: string): { delimiter: string; table: string } {
  const [line, named] = SEPARATOR_LINE.exec(text) ?? []
  if (line && named) return { delimiter: named, table: text.slice(line.length) }
  const head = (
    text
      .trimStart()
      .slice(0, 20_000)
      .split(/[\r\n]/)[0] ?? ''
  ).replace(/"[^"]*"/g, '')
  const count = (delimiter: string) => head.split(delimiter).length
  const delimiter = [',', ';', '\t', '|'].reduce((most, one) => (count(one) > count(most) ? one : most))
  return { delimiter, table: text }
}
