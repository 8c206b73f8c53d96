import { FIELD_LABELS, type FieldChange, type ImportRow, LEFT_ALONE, type RowKind, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { cx } from '../../../ui/cx.ts'
import type { Column } from '../../../ui/data-table.tsx'

const colours: Record<RowKind, string> = {
  created: 'bg-success-soft text-success',
  updated: 'bg-info-soft text-info',
  unchanged: 'bg-line text-ink-2',
  refused: 'bg-danger-soft text-danger',
}

const PLANS: Record<RowKind, string> = {
  created: 'Will be created',
  updated: 'Will be updated',
  unchanged: 'Unchanged',
  refused: 'Refused',
}
const DONE: Record<RowKind, string> = { ...PLANS, created: 'Created', updated: 'Updated' }

const STAYS = 'Stays as it is'

type Row = Partial<Pick<ImportRow, 'product' | 'isNamesake'>>

/** What happens with rows of a kind, or with one of them. */
export type LabelOf = (kind: RowKind, row?: Row) => string

/** What happens with rows, or has happened. */
export const labelsOf =
  (isPlan: boolean, leavesPresent: boolean): LabelOf =>
  (kind, row) => {
    if (!isPlan) return DONE[kind]
    const isPresent = kind === 'updated' || (kind === 'refused' && row?.product) || row?.isNamesake
    return leavesPresent && isPresent ? STAYS : PLANS[kind]
  }

export const importRowColumns = (labelOf: LabelOf): Column<ImportRow>[] => [
  {
    head: 'Row',
    className: 'w-16 tabular-nums text-ink-2',
    isNamedInCard: true,
    inCard: 'max-md:w-auto!',
    cell: ({ row }) => row,
  },
  {
    head: 'What happens',
    className: 'w-40',
    inCard: 'max-md:w-auto! max-md:text-right',
    cell: row => {
      const { kind } = row
      const label = labelOf(kind, row)
      return (
        <span
          className={cx(
            'inline-flex h-6 items-center whitespace-nowrap rounded-full px-2.5 font-medium text-xs',
            colours[label === STAYS ? 'unchanged' : kind],
          )}
        >
          {label}
        </span>
      )
    },
  },
  {
    head: 'Product',
    className: 'wrap-anywhere',
    inCard: 'max-md:col-span-2',
    cell: ({ name, kind, product }) =>
      product && kind !== 'created' ? (
        <Link
          dir="auto"
          to={staffPaths.editProduct(product)}
          className="font-semibold underline-offset-3 hover:underline"
        >
          {name}
        </Link>
      ) : (
        <span className="font-semibold">{name || 'Without a name'}</span>
      ),
  },
  {
    head: 'Changes and reasons',
    className: 'max-w-150',
    inCard: 'max-md:col-span-2',
    cell: row => (
      <>
        {labelOf(row.kind, row) !== STAYS && <Reasons row={row} />}
        {row.warnings.map(warning => (
          <p key={warning} className="mt-1 text-warn">
            {warning}
          </p>
        ))}
      </>
    ),
  },
]

function Reasons({ row: { kind, changes, errors, warnings } }: { row: ImportRow }) {
  const lines = Object.entries(errors)
  if (lines.length > 0) {
    return (
      <ul className="grid gap-1 text-danger">
        {lines.map(([column, why]) => (
          <li key={column}>
            {column && <span className="font-medium">{`${column}: `}</span>}
            <span>{why}</span>
          </li>
        ))}
      </ul>
    )
  }
  if (kind === 'unchanged')
    return warnings.includes(LEFT_ALONE) ? null : <span className="text-ink-2">The same as in the shop.</span>
  return (
    <ul className="grid gap-1 text-ink-2">
      {changes.filter(isUpdate).map(({ field, before, after }) => (
        <li key={field} className="line-clamp-2 wrap-anywhere">
          <span className="font-medium text-ink">{`${field}:`}</span> {before !== null && <s>{before}</s>}{' '}
          <span dir="auto">{after}</span>
        </li>
      ))}
    </ul>
  )
}

/** Whether a change is listed: of a new product neither the name, which the row shows, nor empty fields. */
const isUpdate = ({ field, before, after }: FieldChange) =>
  before !== null || (field !== FIELD_LABELS.name && after !== 'none' && after !== '$0.00')
