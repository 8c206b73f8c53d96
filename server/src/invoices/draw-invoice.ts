import { buffer } from 'node:stream/consumers'
import type { InvoiceDocument } from './invoice-document.ts'
import { type Column, INK, MARGIN, openPages, type Pages, QUIET } from './pdf-pages.ts'

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

/** The document as an A4 PDF, of several pages where it is long. Runs in a thread of its own: it takes 70 to 130 ms. */
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

/** The left and the right half of a page. */
const halves = ({ right }: Pages) => {
  const width = (right - MARGIN) / 2 - 16
  return { width, second: MARGIN + width + 32 }
}

/** The seller beside title and number; answers the height below them. */
function drawTitle(pages: Pages, { title, number, seller, isTest }: InvoiceDocument): number {
  const { pdf, text } = pages
  const { width, second } = halves(pages)
  text('bold', 15).text(seller[0] ?? '', MARGIN, MARGIN, { width })
  text('regular', 9, QUIET).text(seller.slice(1).join('\n'), MARGIN, pdf.y + 4, { width, lineGap: 1 })
  const belowSeller = pdf.y
  text('bold', 20).text(title, second, MARGIN - 4, { width, align: 'right' })
  text('regular', 11).text(number, second, pdf.y + 2, { width, align: 'right' })
  if (isTest) text('bold', 9, '#b3261e').text('Test: no real money moved', { width, align: 'right' })
  return Math.max(belowSeller, pdf.y)
}

/** The buyer beside the facts, such as dates; answers the height below them. */
function drawParties(pages: Pages, { title, buyer, facts }: InvoiceDocument, top: number): number {
  const { pdf, text } = pages
  const { width, second } = halves(pages)
  text('regular', 8.5, QUIET).text(title === 'Invoice' ? 'Bill to' : 'Credit to', MARGIN, top)
  text('regular', 10).text(buyer.join('\n'), MARGIN, pdf.y + 3, { width, lineGap: 1.5 })
  const belowBuyer = pdf.y
  let y = top
  for (const [name, value] of facts) {
    text('regular', 8.5, QUIET).text(name, second, y, { width: 90 })
    text('regular', 9.5).text(value, second + 90, y - 1, { width: width - 90 })
    y = pdf.y + 5
  }
  return Math.max(belowBuyer, y)
}

/** Labels and amounts at the right, a rule above the total; answers the height below them. */
function drawTotals({ pdf, right, text, rule, place }: Pages, { totals }: InvoiceDocument, top: number): number {
  let y = place(top, totals.length * 18)
  for (const { label, amount, isTotal } of totals) {
    if (isTotal) {
      rule(y, { from: right - 250, colour: INK })
      y += 5
    }
    const [font, size] = isTotal ? (['bold', 11] as const) : (['regular', 9.5] as const)
    text(font, size).text(label, right - 250, y, { width: 160 })
    const below = pdf.y
    text(font, size).text(amount, right - 100, y, { width: 100, align: 'right' })
    y = Math.max(below, pdf.y) + 3
  }
  return y
}
