import { optionsText } from '@mela/contract'
import { Check, GripVertical, ImagePlus, Minus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { Picture } from '../../../../ui/picture.tsx'
import { isCellChanged, type VariantValues } from '../product-values.ts'
import { COLUMN_LABELS, COLUMNS, type Column, isAmount, isText } from './grid-model.ts'
import type { useGrid } from './use-grid.ts'
import type { VariantTableProps } from './variant-grid.tsx'

type Grid = ReturnType<typeof useGrid>

interface GridRowProps {
  table: VariantTableProps
  grid: Grid
  row: VariantValues
  index: number
}

export function GridRow(props: GridRowProps) {
  const { row, index } = props
  const isSelected = props.table.selected.has(row.key)
  const { drag } = props.grid
  const isDrop = drag?.kind === 'row' && drag.to === index

  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx(
        isSelected && 'bg-info-soft',
        isDrop && (index < drag.from ? 'shadow-[0_-2px_0_var(--color-ink)]' : 'shadow-[0_2px_0_var(--color-ink)]'),
      )}
    >
      <td className="w-14 whitespace-nowrap pl-2">
        <span
          data-drag
          title="Drag to move, or Alt and an arrow key"
          className="-my-1 inline-block cursor-grab touch-none py-1 align-middle"
        >
          <GripVertical className="size-4 text-ink-3" />
        </span>
        <label className="-my-2 -mr-2 ml-1 inline-grid py-2 pr-2 align-middle">
          <span className="sr-only">{`Select ${optionsText(row.options)}`}</span>
          <input
            type="checkbox"
            tabIndex={-1}
            className="block size-4 accent-ink"
            checked={isSelected}
            onChange={() => props.table.onToggle(row.key)}
          />
        </label>
      </td>
      {COLUMNS.map((column, at) => (
        <Cell key={column} {...props} column={column} at={at} />
      ))}
    </tr>
  )
}

function Cell({ table, grid, row, index, column, at }: GridRowProps & { column: Column; at: number }) {
  const { head, selection, fillHandle, editing } = grid
  const isFocused = head?.row === index && head.column === at
  const isTabStop = isFocused || (!head && index === 0 && at === 1)
  const isSelected = selection !== undefined && isInside(selection, index, at)
  const isEditing = isFocused && editing !== undefined
  const loaded = table.loaded.get(row.key)
  const error = table.errors[index]?.[column]
  const isChanged = column === 'name' ? !loaded : isCellChanged(row, loaded, column)

  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
      role="gridcell"
      data-column={at}
      tabIndex={isTabStop ? 0 : -1}
      aria-colindex={at + 2}
      aria-readonly={column === 'name' || undefined}
      aria-invalid={error ? true : undefined}
      aria-selected={isSelected}
      className={cx(
        'relative h-11 scroll-mt-14! scroll-mb-4! px-2 outline-none',
        'focus:shadow-[inset_0_0_0_2px_var(--color-focus)]',
        isAmount(column) && 'text-right',
        column !== 'name' && 'hover:shadow-[inset_0_0_0_1px_var(--color-edge)]',
        isSelected && 'bg-ink/8',
        isSelected && grid.drag?.kind === 'fill' && 'border-y border-dashed border-y-ink',
        error && 'shadow-[inset_0_0_0_1px_var(--color-danger)]',
      )}
    >
      {isEditing ? (
        <CellInput
          label={`${COLUMN_LABELS[column]} of ${optionsText(row.options)}`}
          text={editing}
          isAmount={isAmount(column)}
          onDone={grid.handleDone}
        />
      ) : (
        <Shown table={table} row={row} column={column} />
      )}
      {isChanged && (
        <span className="absolute top-1 right-1 size-1.5 rounded-full bg-warn">
          <span className="sr-only">{loaded ? 'changed' : 'new'}</span>
        </span>
      )}
      {error && <span className="type-small block max-w-44 whitespace-normal pb-1 text-danger">{error}</span>}
      <Theirs row={row} column={column} />
      {fillHandle?.row === index && fillHandle.column === at && !isEditing && (
        <span
          data-fill
          title="Drag to fill down"
          className="absolute right-0 bottom-0 z-1 hidden size-2.5 cursor-crosshair bg-focus group-focus-within/grid:block"
        />
      )}
    </td>
  )
}

const isInside = ({ top, bottom, left, right }: NonNullable<Grid['selection']>, row: number, column: number) =>
  row >= top && row <= bottom && column >= left && column <= right

/** The value that another user has saved since the form was loaded. */
export function Theirs({ row, column }: { row: VariantValues; column: Column }) {
  const value = column === 'name' ? undefined : row.theirs?.[column]
  if (value === undefined) return null
  const words =
    column === 'media' ? 'another picture' : column === 'isActive' ? (value === 'true' ? 'active' : 'inactive') : value
  return (
    <span className="type-small block whitespace-normal pb-1 text-warn">
      {`Saved by someone else: ${words || 'none'}`}
    </span>
  )
}

const textClass = 'block max-w-44 truncate tabular-nums 2xl:max-w-72'

interface ShownProps {
  table: VariantTableProps
  row: VariantValues
  column: Column
}

function Shown({ table: { known, inherited }, row, column }: ShownProps): ReactNode {
  if (column === 'name')
    return <span className="wrap-anywhere block min-w-36 max-w-80 font-medium">{optionsText(row.options)}</span>
  if (column === 'media') {
    const picture = known.get(row.media)
    return (
      <span
        data-press
        className="grid size-8 cursor-pointer place-items-center overflow-hidden rounded-control bg-ink/6"
      >
        {picture ? (
          <Picture picture={picture} alt={picture.name} sizes="32px" />
        ) : (
          <ImagePlus className="size-4 text-ink-3" />
        )}
        {!picture && <span className="sr-only">No picture</span>}
      </span>
    )
  }
  if (column === 'isActive') {
    return (
      <span data-press className="grid size-8 cursor-pointer place-items-center rounded-control">
        {row.isActive ? <Check className="size-5 text-success" /> : <Minus className="size-5 text-ink-3" />}
        <span className="sr-only">{row.isActive ? 'Active' : 'Inactive'}</span>
      </span>
    )
  }
  const text = isText(column) ? row[column] : ''
  if (text !== '') return <span className={textClass}>{text}</span>
  const isPrice = column === 'price' || column === 'salePrice'
  return (
    <span className={cx(textClass, 'text-ink-2')}>
      <span>{inheritedIn(column, inherited)}</span>
      {isPrice && inherited[column] && <span className="sr-only"> {AS_PRODUCT}</span>}
    </span>
  )
}

export const AS_PRODUCT = 'as the product'

export const inheritedIn = (column: Column, inherited: VariantTableProps['inherited']): string =>
  inherited[column as keyof typeof inherited] ?? ''

interface CellInputProps {
  label: string
  text: string
  isAmount: boolean
  /** Called with the typed text, undefined after Escape, and by how many rows and columns the focus moves. */
  onDone: (typed: string | undefined, move: { row: number; column: number }) => void
}

function CellInput({ label, text, isAmount, onDone }: CellInputProps) {
  const [typed, setTyped] = useState(text)
  const isDone = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  function finish(value: string | undefined, row: number, column: number) {
    if (isDone.current) return
    isDone.current = true
    onDone(value, { row, column })
  }

  function handleKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const back = event.shiftKey ? -1 : 1
    const moves: Record<string, [number, number]> = { Enter: [back, 0], Tab: [0, back], Escape: [0, 0] }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    finish(event.key === 'Escape' ? undefined : typed, ...move)
  }

  return (
    <input
      aria-label={label}
      ref={input}
      autoComplete="off"
      inputMode={isAmount ? 'decimal' : 'text'}
      value={typed}
      className={cx(
        'absolute inset-0 min-w-0 bg-surface px-2 outline-2 outline-focus -outline-offset-2',
        isAmount && 'text-right',
      )}
      onChange={event => setTyped(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
      onBlur={() => finish(typed, 0, 0)}
    />
  )
}
