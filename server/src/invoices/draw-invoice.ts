import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { InvoiceDocument } from './invoice-document.ts'

const font = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${name}`))
const REGULAR = font('400Regular/NotoSans_400Regular.ttf')
const BOLD = font('600SemiBold/NotoSans_600SemiBold.ttf')

const MARGIN = 56
const FOOT = 40
const INK = '#1d1713'
const QUIET = '#5b544e'
const RULE = '#d8d4ce'

interface Column {
  head: string
  width: number
  isRight?: true
}

const LINES: Column[] = [
  { head: 'Product', width: 243 },
  { head: 'Quantity', width: 60, isRight: true },
  { head: 'Price', width: 90, isRight: true },
  { head: 'Amount', width: 90, isRight: true },
]
const TAXES: Column[] = [
  { head: 'Tax by rate', width: 213 },
  { head: 'Net', width: 90, isRight: true },
  { head: 'Tax', width: 90, isRight: true },
  { head: 'Gross', width: 90, isRight: true },
]

interface Cell {
  text: string
  /** Text below the cell's, in small type. */
  detail?: string
}

/** The document as an A4 PDF, of several pages where it is long. Runs in a thread of its own: it takes 70 to 130 ms. */
export async function drawInvoice(document: InvoiceDocument): Promise<Uint8Array> {
  const { title, number, seller, buyer, facts, lines, totals, taxes, isTest } = document
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    bufferPages: true,
    info: { Title: `${title} ${number}`, Author: seller[0] ?? '' },
  })
  const content = buffer(pdf)
  pdf.registerFont('regular', REGULAR).registerFont('bold', BOLD)
  const right = pdf.page.width - MARGIN
  const bottom = pdf.page.height - MARGIN - FOOT

  function text(font: 'regular' | 'bold', size: number, colour = INK) {
    return pdf.font(font).fontSize(size).fillColor(colour)
  }
  function rule(y: number, colour = RULE) {
    pdf.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.75).strokeColor(colour).stroke()
  }

  /** Draws a row at the height, on a new page with the heads again if it does not fit; answers the height below it. */
  function row(columns: Column[], cells: Cell[], top: number, heads: () => number): number {
    const heights = cells.map(({ text: shown, detail }, index) => {
      const options = { width: (columns[index]?.width ?? 0) - 8 }
      const below = detail ? text('regular', 8).heightOfString(detail, options) : 0
      return text('regular', 9.5).heightOfString(shown, options) + below
    })
    const height = Math.max(...heights) + 12
    let y = top
    if (y + height > bottom) {
      pdf.addPage()
      y = heads()
    }
    let left = MARGIN
    for (const [index, { text: shown, detail }] of cells.entries()) {
      const { width, isRight } = columns[index] ?? { width: 0 }
      const options = { width: isRight ? width : width - 8, align: isRight ? ('right' as const) : ('left' as const) }
      text('regular', 9.5).text(shown, left, y + 6, options)
      if (detail) text('regular', 8, QUIET).text(detail, left, pdf.y, options)
      left += width
    }
    rule(y + height)
    return y + height
  }

  function headsAt(columns: Column[], top: number): number {
    let left = MARGIN
    for (const { head, width, isRight } of columns) {
      text('regular', 8.5, QUIET).text(head, left, top, { width, align: isRight ? 'right' : 'left' })
      left += width
    }
    rule(top + 17, INK)
    return top + 17
  }

  function table(columns: Column[], rows: Cell[][], top: number): number {
    let y = headsAt(columns, top)
    for (const cells of rows) y = row(columns, cells, y, () => headsAt(columns, MARGIN))
    return y
  }

  /** `y`, or the top of a new page when less than `height` is left on this one. */
  function place(y: number, height: number): number {
    if (y + height <= bottom) return y
    pdf.addPage()
    return MARGIN
  }

  const half = (right - MARGIN) / 2 - 16
  text('bold', 15).text(seller[0] ?? '', MARGIN, MARGIN, { width: half })
  text('regular', 9, QUIET).text(seller.slice(1).join('\n'), MARGIN, pdf.y + 4, { width: half, lineGap: 1 })
  const belowSeller = pdf.y
  text('bold', 20).text(title, MARGIN + half + 32, MARGIN - 4, { width: half, align: 'right' })
  text('regular', 11).text(number, MARGIN + half + 32, pdf.y + 2, { width: half, align: 'right' })
  if (isTest) text('bold', 9, '#b3261e').text('Test: no real money moved', { width: half, align: 'right' })

  const top = Math.max(belowSeller, pdf.y) + 28
  text('regular', 8.5, QUIET).text(title === 'Invoice' ? 'Bill to' : 'Credit to', MARGIN, top)
  text('regular', 10).text(buyer.join('\n'), MARGIN, pdf.y + 3, { width: half, lineGap: 1.5 })
  const belowBuyer = pdf.y
  let factTop = top
  for (const [name, value] of facts) {
    text('regular', 8.5, QUIET).text(name, MARGIN + half + 32, factTop, { width: 90 })
    text('regular', 9.5).text(value, MARGIN + half + 122, factTop - 1, { width: half - 90 })
    factTop = pdf.y + 5
  }

  let y = Math.max(belowBuyer, factTop) + 26
  if (lines.length > 0) {
    const rows = lines.map(({ name, detail, quantity, price, amount }) => [
      { text: name, detail },
      ...[quantity, price, amount].map(text => ({ text })),
    ])
    y = table(LINES, rows, y) + 12
  }
  y = place(y, totals.length * 18)
  for (const { label, amount, isTotal } of totals) {
    if (isTotal) {
      pdf
        .moveTo(right - 250, y)
        .lineTo(right, y)
        .lineWidth(0.75)
        .strokeColor(INK)
        .stroke()
      y += 5
    }
    const font = isTotal ? 'bold' : 'regular'
    text(font, isTotal ? 11 : 9.5).text(label, right - 250, y, { width: 160 })
    const below = pdf.y
    text(font, isTotal ? 11 : 9.5).text(amount, right - 100, y, { width: 100, align: 'right' })
    y = Math.max(below, pdf.y) + 3
  }

  y = place(y + 24, 40 + taxes.length * 26)
  table(
    TAXES,
    taxes.map(({ label, net, tax, gross }) => [label, net, tax, gross].map(text => ({ text }))),
    y,
  )

  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0
    const foot = pdf.page.height - MARGIN
    text('regular', 8, QUIET).text(`${title} ${number}`, MARGIN, foot, { width: half, lineBreak: false })
    text('regular', 8, QUIET).text(`Page ${page + 1} of ${count}`, right - 120, foot, { width: 120, align: 'right' })
  }
  pdf.end()
  return new Uint8Array(await content)
}
