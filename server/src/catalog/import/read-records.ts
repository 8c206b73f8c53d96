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
const MOST_PADDING = 100

/** A mark within an unquoted cell is a character; one that is not closed costs its own line alone. */
export function* readRecords(text: string, delimiter: string): Generator<CsvRecord, undefined> {
  const padding = delimiter === '\t' ? '[ \\u00a0]*' : '[ \\t\\u00a0]*'
  const end = `[${delimiter}\\r\\n]`
  const opening = new RegExp(`${padding}"`, 'y')
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  /** A mark, then another one, or padding and the end of its cell. */
  const mark = new RegExp(`"(?:(")|(${padding})(?=${end}|$)|)`, 'g')
  const beginning = new RegExp(`${end}${padding}$`)

  function readQuoted(start: number) {
    mark.lastIndex = start
    for (let found = mark.exec(text); found && found.index - start < MOST_CHARACTERS; found = mark.exec(text)) {
      const { index, 1: double, 2: space } = found
      if (double) continue
      if (space !== undefined) return { cell: text.slice(start, index).replaceAll('""', '"'), end: mark.lastIndex }
      if (beginning.test(text.slice(Math.max(start, index - MOST_PADDING), index))) return undefined
    }
    return undefined
  }

  function readCell(at: number) {
    opening.lastIndex = plain.lastIndex = at
    if (opening.test(text)) return readQuoted(opening.lastIndex)
    const [cell = ''] = plain.exec(text) ?? []
    return { cell, end: plain.lastIndex }
  }

  function readRecord(start: number) {
    const cells: string[] = []
    for (let at = start; ; at += 1) {
      const found = readCell(at)
      if (!found) return undefined
      cells.push(found.cell)
      at = found.end
      if (text[at] !== delimiter) return { cells, isBroken: false, end: at }
    }
  }

  function readLine(start: number) {
    const line = text.slice(start, start + MOST_CHARACTERS).split(/[\r\n]/, 1)[0] ?? ''
    return { cells: line.split(delimiter), isBroken: true, end: start + line.length }
  }

  for (let at = 0; at < text.length; ) {
    const { end, ...record } = readRecord(at) ?? readLine(at)
    yield record
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
}
