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
  for (const { label, amount, isTotal } of totals) {
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
