import PDFDocument from 'pdfkit'
import type { Weight } from './fonts.ts'
import { type Box, openText } from './pdf-text.ts'

export const MARGIN = 56
const FOOT = 40
export const INK = '#1d1713'
export const QUIET = '#5b544e'
const RULE = '#d8d4ce'

export interface Column {
  head: string
  width: number
  isRight?: true
}

interface Cell {
  text: string
  detail?: string
}

/** Heights are in points from the top of a page. */
export function openPages(info: { Title: string; Author: string }) {
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

export type Pages = ReturnType<typeof openPages>
