import { type Cells, COLUMNS } from './columns.ts'

interface StockNow {
  /** Undefined to leave it unchanged. */
  stock?: string | undefined
  errors: Record<string, string>
}

/**
 * 'Stock at export' refers to that moment: sales since are added, so that repeating an import changes nothing (ADR
 * 0018).
 */
export function stockNow(cells: Cells, present: number, sold: number): StockNow {
  const { stock = '', stockAtExport = '', movementAtExport = '' } = cells
  if (!isWhole(stock) || stockAtExport === '') return { stock, errors: {} }
  if (!isWhole(stockAtExport)) return { errors: { [COLUMNS.stockAtExport]: notWhole } }
  if (movementAtExport !== '' && !isWhole(movementAtExport)) return { errors: { [COLUMNS.movementAtExport]: notWhole } }

  const [typed, base] = [Number(stock), Number(stockAtExport)]
  if (typed === base) return { errors: {} }
  const since = movementAtExport === '' ? present - base : sold
  const now = typed + since
  if (now < 0)
    return { errors: { [COLUMNS.stock]: `${-since} were sold since this file was exported. Export it again.` } }
  return { stock: String(now), errors: {} }
}

const notWhole = 'This must be a whole number.'

/** Some spreadsheets write whole numbers with decimals. */
export const isWhole = (cell: string) => /^\d{1,15}(\.0*)?$/.test(cell)
