type Decimal = '.' | ','

/** What one of these columns leaves open the others decide. */
interface AmountColumn {
  name: string
  cells: readonly string[]
}

interface ReadAmounts {
  read: (column: string, cell: string) => string
  notes: string[]
}

/** A cell such as '1,299' is read as its column writes the others. */
export function readAmounts(columns: readonly AmountColumn[], delimiter: string): ReadAmounts {
  const ofFile = decimalIn(columns.flatMap(({ cells }) => cells)) ?? (delimiter === ';' ? ',' : '.')
  const decimals = new Map(columns.map(({ name, cells }) => [name, decimalIn(cells) ?? ofFile]))
  const read = (name: string, cell: string) => numberIn(cell, decimals.get(name) ?? ofFile) ?? cell
  const notes = columns.flatMap(({ name, cells }) => {
    const other = cells.find(cell => read(name, cell) !== cell)
    return other === undefined ? [] : `“${name}”: “${other.slice(0, 40)}” is read as ${read(name, other)}.`
  })
  return { read, notes }
}

/** Undefined when the cells have no decimals, 'both' when they differ. */
function decimalIn(cells: readonly string[]): Decimal | 'both' | undefined {
  const found = new Set(cells.flatMap(cell => partsOf(cell)?.decimal ?? []))
  const [first] = found
  return found.size > 1 ? 'both' : first
}

interface Parts {
  sign: string
  whole: string
  fraction: string
  decimal: Decimal | undefined
  open?: Decimal
}

const AROUND = /^([^\d.,]*)([.,]?\d.*?)([^\d]*)$/su
const BEFORE = /^-?(?:\p{Sc}|\p{L}{1,4}\$?)?-?$/u
const BESIDE = /^(?:[.,]?-{0,2})?(?:\p{Sc}|\p{L}{1,4})?$/u
const GROUPED = /^\d{1,3}([ '.,])(?:\d{2,3}\1)*\d{3}$/

const LONGEST = 40

function partsOf(cell: string): Parts | undefined {
  if (cell.length > LONGEST) return undefined
  const tidy = cell
    .replace(/[\s\u2007]+/g, ' ')
    .replace(/[’`´]/g, "'")
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/(\p{L})\./gu, '$1')
    .trim()
  const [, before = '', number = '', beside = ''] = AROUND.exec(tidy) ?? []
  const [left, right] = [before.replace(/[ .]/g, ''), beside.replace(/ |\.$/g, '')]
  if (!number || !BEFORE.test(left) || !BESIDE.test(right)) return undefined
  const sign = left.includes('-') ? '-' : ''
  const marks: string[] = number.match(/[.,]/g) ?? []
  const last = marks.at(-1) as Decimal | undefined
  if (!last) return plainParts(sign, number, '', undefined)
  const [head, tail] = [number.slice(0, number.lastIndexOf(last)), number.slice(number.lastIndexOf(last) + 1)]
  if (!/^\d+$/.test(tail)) return undefined
  const other: Decimal = last === '.' ? ',' : '.'
  if (marks.includes(other))
    return marks.filter(mark => mark === last).length === 1 ? plainParts(sign, head, tail, last) : undefined
  if (marks.length > 1) return plainParts(sign, number, '', other)
  if (tail.length !== 3 || !/^[1-9]\d{0,2}$/.test(head)) return plainParts(sign, head || '0', tail, last)
  return { sign, whole: head, fraction: tail, decimal: undefined, open: last }
}

function plainParts(sign: string, whole: string, fraction: string, decimal: Decimal | undefined): Parts | undefined {
  if (!/^\d+$/.test(whole) && !GROUPED.test(whole)) return undefined
  return { sign, whole: whole.replace(/\D/g, ''), fraction, decimal }
}

export function doubtOf(cell: string): string | undefined {
  const { sign, whole, fraction, open } = partsOf(cell) ?? {}
  if (open !== ',') return undefined
  const [large, small] = [`${sign}${whole}${fraction}`, `${sign}${whole}.${fraction}`]
  return `“${cell}” can be read as ${large} or ${small}: write ${large}, or two decimals at the most.`
}

function numberIn(cell: string, decimal: Decimal | 'both'): string | undefined {
  const parts = partsOf(cell)
  if (!parts) return undefined
  const { sign, whole, fraction, open } = parts
  if (!open) return `${sign}${whole}${fraction && `.${fraction}`}`
  if (decimal === 'both') return undefined
  return open === decimal ? `${sign}${whole}.${fraction}` : `${sign}${whole}${fraction}`
}
