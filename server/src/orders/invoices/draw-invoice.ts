import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { InvoiceDocument } from './invoice-document.ts'
import { type Box, openText, type Weight } from './pdf-text.ts'

const MARGIN = 56
const FOOT = 40
const INK = '#1d1713'
const QUIET = '#5b544e'
const RULE = '#d8d4ce'

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

/** Drawing takes 70 to 130 ms, so it runs in a thread of its own. */
export async function drawInvoice(document: InvoiceDocument): Promise<Uint8Array> {
  const { title, number, seller, lines, taxes } = document
  const pages = openPages({ Title: `${title} ${number}`, Author: seller[0] ?? '' })
  const content = buffer(pages.pdf)

  let y = drawParties(pages, document, drawTitle(pages, document) + 28) + 26
  if (lines.length > 0) {
    const rows = lines.map(({ name, detail, quantity, price, amount }) => [
      { text: name, detail },
      ...[quantity, price, amount].map(text => ({ text })),
    ])
    y = pages.table(LINES, rows, y) + 12
  }
  y = drawTotals(pages, document, y)
  pages.table(
    TAXES,
    taxes.map(({ label, net, tax, gross }) => [label, net, tax, gross].map(text => ({ text }))),
    pages.place(y + 24, 40 + taxes.length * 26),
  )
  pages.numberPages(`${title} ${number}`)
  pages.pdf.end()
  return new Uint8Array(await content)
}

const halves = ({ right }: Pages) => {
  const width = (right - MARGIN) / 2 - 16
  return { width, second: MARGIN + width + 32 }
}

function drawTitle(pages: Pages, { title, number, seller, isTest }: InvoiceDocument): number {
  const { text } = pages
  const { width, second } = halves(pages)
  const belowName = text('bold', 15).at(seller[0] ?? '', MARGIN, MARGIN, { width })
  const belowSeller = text('regular', 9, QUIET).at(seller.slice(1).join('\n'), MARGIN, belowName + 4, {
    width,
    lineGap: 1,
  })
  const box = { width, align: 'right' } as const
  const belowTitle = text('bold', 20).at(title, second, MARGIN - 4, box)
  const belowNumber = text('regular', 11).at(number, second, belowTitle + 2, box)
  if (!isTest) return Math.max(belowSeller, belowNumber)
  return Math.max(belowSeller, text('bold', 9, '#b3261e').at('Test: no real money moved', second, belowNumber, box))
}

function drawParties(pages: Pages, { title, buyer, facts }: InvoiceDocument, top: number): number {
  const { text } = pages
  const { width, second } = halves(pages)
  const label = title === 'Invoice' ? 'Bill to' : 'Credit to'
  const belowLabel = text('regular', 8.5, QUIET).at(label, MARGIN, top, { width })
  const belowBuyer = text('regular', 10).at(buyer.join('\n'), MARGIN, belowLabel + 3, { width, lineGap: 1.5 })
  let y = top
  for (const [name, value] of facts) {
    text('regular', 8.5, QUIET).at(name, second, y, { width: 90 })
    y = text('regular', 9.5).at(value, second + 90, y - 1, { width: width - 90 }) + 5
  }
  return Math.max(belowBuyer, y)
}

function drawTotals({ right, text, rule, place }: Pages, { totals }: InvoiceDocument, top: number): number {
  let y = place(top, totals.length * 18)
  for (const { key, label, amount } of totals) {
    const isTotal = key === 'total'
    if (isTotal) {
      rule(y, { from: right - 250, colour: INK })
      y += 5
    }
    const [font, size] = isTotal ? (['bold', 11] as const) : (['regular', 9.5] as const)
    const below = text(font, size).at(label, right - 250, y, { width: 160 })
    y = Math.max(below, text(font, size).at(amount, right - 100, y, { width: 100, align: 'right' })) + 3
  }
  return y
}

interface Column {
  head: string
  width: number
  isRight?: true
}

interface Cell {
  text: string
  detail?: string
}

/** Heights are in points from the top of a page. */
function openPages(info: { Title: string; Author: string }) {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    bufferPages: true,
    info,
  })
  const { draw, heightOf } = openText(pdf)
  const right = pdf.page.width - MARGIN
  const bottom = pdf.page.height - MARGIN - FOOT

  function text(weight: Weight, size: number, colour = INK) {
    const style = { weight, size, colour }
    return {
      at: (shown: string, x: number, y: number, box: Box) => draw(shown, style, x, y, box),
      heightIn: (shown: string, width: number) => heightOf(shown, style, { width }),
    }
  }

  function rule(y: number, { from = MARGIN, colour = RULE } = {}) {
    pdf.moveTo(from, y).lineTo(right, y).lineWidth(0.75).strokeColor(colour).stroke()
  }

  /** `y`, or the top of a new page when less than `height` is left on this one. */
  function place(y: number, height: number): number {
    if (y + height <= bottom) return y
    pdf.addPage()
    return MARGIN
  }

  function heightOfRow(columns: Column[], cells: Cell[]): number {
    const heights = cells.map(({ text: shown, detail }, index) => {
      const width = (columns[index]?.width ?? 0) - 8
      const below = detail ? text('regular', 8).heightIn(detail, width) : 0
      return text('regular', 9.5).heightIn(shown, width) + below
    })
    return Math.max(...heights) + 12
  }

  function row(columns: Column[], cells: Cell[], y: number, height: number): number {
    let left = MARGIN
    for (const [index, { text: shown, detail }] of cells.entries()) {
      const { width, isRight } = columns[index] ?? { width: 0 }
      const box: Box = { width: isRight ? width : width - 8, align: isRight ? 'right' : 'left' }
      const below = text('regular', 9.5).at(shown, left, y + 6, box)
      if (detail) text('regular', 8, QUIET).at(detail, left, below, box)
      left += width
    }
    rule(y + height)
    return y + height
  }

  function headsAt(columns: Column[], top: number): number {
    let left = MARGIN
    for (const { head, width, isRight } of columns) {
      text('regular', 8.5, QUIET).at(head, left, top, { width, align: isRight ? 'right' : 'left' })
      left += width
    }
    rule(top + 17, { colour: INK })
    return top + 17
  }

  /** Each page repeats the heads; answers the height below the table. */
  function table(columns: Column[], rows: Cell[][], top: number): number {
    let y = headsAt(columns, top)
    for (const cells of rows) {
      const height = heightOfRow(columns, cells)
      if (y + height > bottom) {
        pdf.addPage()
        y = headsAt(columns, MARGIN)
      }
      y = row(columns, cells, y, height)
    }
    return y
  }

  function numberPages(name: string): void {
    const { count } = pdf.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      pdf.switchToPage(page)
      pdf.page.margins.bottom = 0
      const foot = pdf.page.height - MARGIN
      text('regular', 8, QUIET).at(name, MARGIN, foot, { width: (right - MARGIN) / 2 - 16 })
      text('regular', 8, QUIET).at(`Page ${page + 1} of ${count}`, right - 120, foot, { width: 120, align: 'right' })
    }
  }

  return { pdf, right, text, rule, place, table, numberPages }
}

type Pages = ReturnType<typeof openPages>
