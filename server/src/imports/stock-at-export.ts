import type { FullProduct } from '../products/products.repository.ts'
import { type Cells, COLUMNS } from './columns.ts'

interface StockNow {
  /** Undefined when it is to stay as it is. */
  stock?: string | undefined
  errors: Record<string, string>
}

/**
 * The stock that the row of a product asks for. Without 'Stock at export' it is taken as it stands. With it, the row speaks of
 * the moment of the export: what was sold or returned since is added, and what staff have `edited` since is replaced, as
 * other fields are, so that a table that is imported again changes nothing (ADR 0018).
 */
export function stockNow(cells: Cells, product: FullProduct, edited: number): StockNow {
  const { stock = '', stockAtExport = '', movementAtExport = '' } = cells
  if (!isWhole(stock) || stockAtExport === '') return { stock, errors: {} }
  if (!isWhole(stockAtExport)) return { errors: { [COLUMNS.stockAtExport]: notWhole } }
  if (movementAtExport !== '' && !isWhole(movementAtExport)) return { errors: { [COLUMNS.movementAtExport]: notWhole } }

  const [typed, base] = [Number(stock), Number(stockAtExport)]
  if (typed === base) return { errors: {} }
  const now = typed + product.stock - base - edited
  if (now < 0) return { errors: { [COLUMNS.stock]: `${product.name} has only ${product.stock} left in stock.` } }
  return { stock: String(now), errors: {} }
}

const notWhole = 'This must be a whole number.'

/** As spreadsheets write it, some with decimals. */
export const isWhole = (cell: string) => /^\d{1,15}(\.0*)?$/.test(cell)
