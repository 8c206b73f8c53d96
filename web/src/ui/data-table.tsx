import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../lib/link.tsx'
import { cx } from './cx.ts'
import { Repeated, Skeleton } from './notice.tsx'

export interface Column<Row> {
  head: string
  /** Visually hidden, where the values are clear enough. */
  isHeadHidden?: boolean
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** The key of this column in the address; without it, the list cannot be sorted by it. */
  sort?: string
  className?: string
  /** The cell's place on the card of a small screen, a grid of two columns. */
  inCard?: string
  /** Label on small screens, where the value alone would be unclear. */
  isNamedInCard?: boolean
}

interface Sorting {
  /** The current order, such as 'total' or '-createdAt'. */
  by: string | undefined
  hrefOf: (sort: string) => string
}

interface Selection<Row> {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** The id of a ticked row; by default the row's key. */
  idOf?: (row: Row) => string
  labelOf: (row: Row) => string
}

interface DataTableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sorting?: Sorting
  selection?: Selection<Row>
  /** Whether the rows are those of the previous page: they cannot be used until the new ones are loaded. */
  isOutdated?: boolean
}

/** Rows with a sticky head; below 768 px each row is a card, so that nothing scrolls sideways. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, selection, isOutdated } = props

  return (
    <div className="overflow-clip rounded-tile border border-line bg-surface">
      <table className="w-full border-collapse max-md:block">
        <caption className="sr-only">{caption}</caption>
        <Head {...props} />
        <tbody inert={isOutdated} className="max-md:block">
          {rows.map(row => (
            <tr
              key={keyOf(row)}
              className={cx(
                'border-line not-last:border-b hover:bg-paper',
                'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-4',
              )}
            >
              {selection && <SelectRow id={(selection.idOf ?? keyOf)(row)} row={row} selection={selection} />}
              {columns.map(column => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { head, cell, align, className, inCard, isNamedInCard } = column
  return (
    <td
      className={cx(
        'md:h-15 md:px-3 md:py-2 md:last:pr-5 md:first:pl-5',
        align === 'right' && 'text-right tabular-nums',
        className,
        inCard,
      )}
    >
      {isNamedInCard && <span className="type-small mr-2 text-ink-2 md:hidden">{head}</span>}
      <div className="contents">{cell(row)}</div>
    </td>
  )
}

function Head<Row>({ columns, rows, keyOf, sorting, selection, isOutdated }: DataTableProps<Row>) {
  return (
    // Above cards stand those heads alone that sort or select.
    <thead className="type-small text-left text-ink-2 max-md:block">
      <tr className="max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4 max-md:px-4">
        {selection && <SelectAll ids={rows.map(selection.idOf ?? keyOf)} selection={selection} isInert={isOutdated} />}
        {columns.map(column => (
          <th
            key={column.head}
            scope="col"
            aria-sort={sortOf(column, sorting)}
            className={cx(
              'z-1 h-11 lg:sticky lg:top-16 in-[dialog]:static border-line border-b bg-surface px-3 font-medium first:pl-5 last:pr-5',
              column.sort && sorting ? 'max-md:border-0 max-md:px-0!' : 'max-md:sr-only',
              column.align === 'right' && 'text-right',
              column.className,
            )}
          >
            <HeadText column={column} sorting={sorting} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

function HeadText<Row>({ column, sorting }: { column: Column<Row>; sorting?: Sorting | undefined }) {
  const { head, isHeadHidden, sort } = column
  if (isHeadHidden) return <span className="sr-only">{head}</span>
  if (!sort || !sorting) return <span>{head}</span>
  const order = sortOf(column, sorting)
  return (
    <Link
      to={sorting.hrefOf(order === 'descending' ? sort : `-${sort}`)}
      preventScrollReset
      className="-mx-1 inline-flex min-h-9 items-center gap-1 rounded-sm px-1 hover:text-ink pointer-coarse:min-h-11"
    >
      <span>{head}</span>
      {order === 'ascending' && <ArrowUp className="size-3.5" />}
      {order === 'descending' && <ArrowDown className="size-3.5" />}
    </Link>
  )
}

function sortOf<Row>({ sort }: Column<Row>, sorting?: Sorting) {
  if (!sort || !sorting) return undefined
  if (sorting.by === sort) return 'ascending'
  return sorting.by === `-${sort}` ? 'descending' : 'none'
}

function SelectRow<Row>({ id, row, selection }: { id: string; row: Row; selection: Selection<Row> }) {
  const { selected, onChange, labelOf } = selection
  const isChosen = selected.has(id)
  const others = [...selected].filter(other => other !== id)

  return (
    <td className="w-12 max-md:col-start-1 max-md:w-auto md:pl-5">
      <TickBox
        label={`Select ${labelOf(row)}`}
        checked={isChosen}
        onChange={() => onChange(new Set(isChosen ? others : [...selected, id]))}
      />
    </td>
  )
}

interface SelectAllProps<Row> {
  ids: string[]
  selection: Selection<Row>
  isInert: boolean | undefined
}

function SelectAll<Row>({ ids, selection, isInert }: SelectAllProps<Row>) {
  const chosen = ids.filter(id => selection.selected.has(id)).length
  const isAll = ids.length > 0 && chosen === ids.length

  return (
    <th
      scope="col"
      inert={isInert}
      className="z-1 h-11 w-12 border-line border-b bg-surface pl-5 max-md:w-auto max-md:border-0 max-md:py-3 max-md:pl-0 lg:sticky lg:top-16"
    >
      <TickBox
        label="Select all on this page"
        checked={isAll}
        ref={box => {
          if (box) box.indeterminate = chosen > 0 && !isAll
        }}
        onChange={() => selection.onChange(new Set(isAll ? [] : ids))}
      />
    </th>
  )
}

/** Its label makes it large enough for touch. */
function TickBox({ label, ...box }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="-m-3 inline-grid p-3 align-middle">
      <span className="sr-only">{label}</span>
      <input {...box} type="checkbox" className="block size-4.5 accent-ink pointer-coarse:size-6" />
    </label>
  )
}

export function IdLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="wrap-anywhere -my-2 inline-flex items-center py-2 pointer-coarse:my-0 pointer-coarse:min-h-11 pointer-coarse:py-0 font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  )
}

export function TableSkeleton({ text, rows = 8 }: { text?: string; rows?: number }) {
  return (
    <div className="grid gap-3">
      {text && (
        <p role="status" className="text-ink-2">
          {text}
        </p>
      )}
      <div className="overflow-clip rounded-tile border border-line bg-surface">
        <Repeated count={rows}>
          <div className="flex h-15 items-center gap-6 border-line not-last:border-b px-5">
            <Skeleton className="h-4 w-1/3 rounded-full" />
            <Skeleton className="ml-auto h-4 w-24 rounded-full" />
          </div>
        </Repeated>
      </div>
    </div>
  )
}
