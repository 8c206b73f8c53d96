import { isUtf8 } from 'node:buffer'

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

const SEPARATOR_LINE = /^"?sep=([,;|\t])"?[ \t]*(?:\r\n|\r|\n)/i

/** The line 'sep=;' names the delimiter, else it is what stands most between the column names. */
export function splitDelimiter(text: string): { delimiter: string; table: string } {
  const [line, named] = SEPARATOR_LINE.exec(text) ?? []
  if (line && named) return { delimiter: named, table: text.slice(line.length) }
  const [head = ''] = text
    .trimStart()
    .slice(0, 20_000)
    .split(/[\r\n]/)
  const count = (delimiter: string) => head.replace(/"[^"]*"/g, '').split(delimiter).length
  const delimiter = [',', ';', '\t', '|'].reduce((most, one) => (count(one) > count(most) ? one : most))
  return { delimiter, table: text }
}

interface CsvRecord {
  cells: string[]
  /** The quotation marks are no CSV: the cells are those of one line, as they stand. */
  isBroken: boolean
}

/** Longer quoted cells are taken for a quotation mark that is never closed. */
const MOST_CHARACTERS = 1_000_000

/** A mark within an unquoted cell is a character; one that is not closed costs its own line alone. */
export function* readRecords(text: string, delimiter: string): Generator<CsvRecord, undefined> {
  const plain = new RegExp(`[^${delimiter === '|' ? '\\|' : delimiter}\\r\\n]*`, 'y')
  for (let at = 0; at < text.length; ) {
    const { end, ...record } = readRecord(text, at, delimiter, plain) ?? readLine(text, at, delimiter)
    yield record
    at = end
  }
}

const isSpace = (character: string | undefined, delimiter: string) =>
  (character === ' ' || character === '\t' || character === '\u00a0') && character !== delimiter

const isLineEnd = (character: string | undefined) => character === '\n' || character === '\r'

const afterLineEnd = (text: string, at: number) => at + (text.startsWith('\r\n', at) ? 2 : 1)

function readRecord(text: string, start: number, delimiter: string, plain: RegExp) {
  const cells: string[] = []
  for (let at = start; ; at += 1) {
    let open = at
    while (isSpace(text[open], delimiter)) open += 1
    if (text[open] === '"') {
      const quoted = readQuoted(text, open, delimiter)
      if (!quoted) return undefined
      cells.push(quoted.cell)
      at = quoted.end
    } else {
      plain.lastIndex = at
      const [cell = ''] = plain.exec(text) ?? []
      cells.push(cell)
      at += cell.length
    }
    if (text[at] !== delimiter) return { cells, isBroken: false, end: afterLineEnd(text, at) }
  }
}

function readQuoted(text: string, open: number, delimiter: string) {
  for (let from = open + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0 || quote - open > MOST_CHARACTERS) return undefined
    if (text[quote + 1] === '"') {
      from = quote + 2
      continue
    }
    let end = quote + 1
    while (isSpace(text[end], delimiter)) end += 1
    if (end >= text.length || text[end] === delimiter || isLineEnd(text[end]))
      return { cell: text.slice(open + 1, quote).replaceAll('""', '"'), end }
    if (opensCell(text, quote, open, delimiter)) return undefined
    from = quote + 1
  }
}

function opensCell(text: string, quote: number, open: number, delimiter: string): boolean {
  let before = quote - 1
  while (before > open && isSpace(text[before], delimiter)) before -= 1
  return before > open && (text[before] === delimiter || isLineEnd(text[before]))
}

function readLine(text: string, start: number, delimiter: string) {
  const length = text.slice(start, start + MOST_CHARACTERS).search(/[\r\n]/)
  const end = length < 0 ? Math.min(text.length, start + MOST_CHARACTERS) : start + length
  return { cells: text.slice(start, end).split(delimiter), isBroken: true, end: afterLineEnd(text, end) }
}
