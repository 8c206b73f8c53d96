export interface CsvRecord {
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
