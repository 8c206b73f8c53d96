import { useEffect } from 'react'
import { cx } from '../../../../ui/cx.ts'
import type { useKnownPictures, VariantValues } from '../product-values.ts'
import { COLUMN_LABELS, COLUMNS, type Column, isAmount } from './grid-model.ts'
import { GridRow } from './grid-row.tsx'
import type { RowsEdit } from './use-draft.ts'
import { cellAt, useGrid } from './use-grid.ts'

export interface VariantTableProps {
  rows: VariantValues[]
  loaded: ReadonlyMap<string, VariantValues>
  known: ReturnType<typeof useKnownPictures>
  errors: (Partial<Record<Column, string>> | undefined)[]
  /** What empty cells stand for: the product's prices, and the words that say so of content and weight. */
  inherited: { price: string; salePrice: string; content: string; weight: string }
  onSale: boolean
  selected: ReadonlySet<string>
  isAll: boolean
  onToggle: (key: string) => void
  onToggleAll: () => void
  onChange: (edit: RowsEdit) => void
  onPickPicture: (row: number) => void
}

export interface VariantGridProps extends VariantTableProps {
  onUndo: () => void
  /** Called with the number of pasted rows without a variant. */
  onLeft: (rows: number) => void
  /** Counts failed saves: after each, the first cell with an error gets the focus. */
  refusals: number
}

const WIDTHS: Partial<Record<string, string>> = {
  media: 'w-14',
  sku: 'min-w-28',
  barcode: 'min-w-32',
  isActive: 'w-18',
}

/** The variants in a grid with the keys of a spreadsheet: arrows, Enter, Tab, Escape, fill down, copy and paste. */
export function VariantGrid(table: VariantGridProps) {
  const { rows, errors, refusals } = table
  const grid = useGrid(table)

  const firstError = errors.findIndex(error => error !== undefined)
  const column = COLUMNS.findIndex(name => errors[firstError]?.[name] !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: errors that come and go while typing must not take the focus
  useEffect(() => {
    if (refusals > 0 && firstError >= 0) cellAt(grid.table.current, { row: firstError, column })?.focus()
  }, [refusals])

  return (
    <div className="relative max-h-[75vh] overflow-auto rounded-control border border-line">
      <table
        ref={grid.table}
        {...grid.handlers}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are edited
        role="grid"
        aria-label="Variants"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={COLUMNS.length + 1}
        className="group/grid type-table w-full select-none border-separate border-spacing-0 [&_td]:border-line [&_td]:border-b [&_td]:border-l [&_td:first-child]:border-l-0"
      >
        <thead>
          <tr className="[&_th]:sticky [&_th]:top-0 [&_th]:z-2 [&_th]:h-10 [&_th]:bg-surface [&_th]:px-2 [&_th]:text-left [&_th]:font-medium [&_th]:text-ink-2 [&_th]:border-b [&_th]:border-line">
            <th scope="col">
              <label className="-m-2 inline-grid p-2 pl-7 align-middle">
                <span className="sr-only">Select all variants</span>
                <input
                  type="checkbox"
                  className="block size-4 accent-ink"
                  checked={table.isAll}
                  onChange={table.onToggleAll}
                />
              </label>
            </th>
            {COLUMNS.map(name => (
              <th
                key={name}
                scope="col"
                className={cx('whitespace-nowrap', WIDTHS[name] ?? 'min-w-20', isAmount(name) && 'text-right!')}
              >
                {COLUMN_LABELS[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <GridRow key={row.key} table={table} grid={grid} row={row} index={index} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
