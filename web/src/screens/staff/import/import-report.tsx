import {
  FIELD_LABELS,
  type FieldChange,
  type ImportRow,
  LEFT_ALONE,
  type ProductImport,
  ROW_KINDS,
  type RowKind,
  staffPaths,
} from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { isNotFound } from '../../../lib/api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery, refresh } from '../../../lib/query-keys.ts'
import { Async, ErrorState } from '../../../ui/async.tsx'
import { cx } from '../../../ui/cx.ts'
import { type Column, TableSkeleton } from '../../../ui/data-table.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { ImportedPictures, ImportProgress, importQuery } from './import-progress.tsx'

export function ImportReport({ importId }: { importId: string }) {
  const found = useQuery(importQuery(importId))
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<boolean>()
  const isDone = found.data?.state === 'done'

  useEffect(() => {
    if (!isDone) return
    void refresh(queryClient, 'products')
    void queryClient.invalidateQueries({ queryKey: ['imports', importId, 'rows'] })
  }, [isDone, importId, queryClient])

  if (isNotFound(found.error)) return <ErrorState message="Error: Import not found." />
  return (
    <Async
      query={found}
      loading={<TableSkeleton />}
      errorPrefix="Error: "
      error="Something went wrong, please try again."
    >
      {found => {
        const leavesPresent = chosen ?? (found.isForeign && (found.rows.updated ?? 0) > 0)
        return (
          <>
            <ImportProgress found={found} leavesPresent={leavesPresent} onLeavesPresent={setChosen} />
            <FileNotes found={found} />
            <ImportedPictures found={found} />
            <Rows found={found} labelOf={labelsOf(found.state === 'checked', leavesPresent)} />
          </>
        )
      }}
    </Async>
  )
}

function Rows({ found, labelOf }: { found: ProductImport; labelOf: LabelOf }) {
  const { params, query: paging } = useListParams()
  const kind = ROW_KINDS.find(kind => kind === params.get('kind'))
  const id = found._id
  const query = { page: paging.page, size: paging.size, kind: kind ?? '' }
  const rows = useQuery(listQuery('GET /imports/:id/rows', { params: { id }, query }))
  const all = Object.values(found.rows).reduce((sum, count) => sum + count, 0)

  return (
    <>
      <nav aria-label="Rows" className="flex flex-wrap gap-2">
        {[undefined, ...ROW_KINDS].map(name => (
          <Link
            key={name ?? 'all'}
            to={staffPaths.productImport(id, name)}
            preventScrollReset
            aria-current={name === kind ? 'page' : undefined}
            className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-4 tabular-nums hover:border-edge aria-[current=page]:border-ink aria-[current=page]:font-semibold pointer-coarse:min-h-11"
          >
            {name ? `${labelOf(name)} (${found.rows[name]})` : `All (${all})`}
          </Link>
        ))}
      </nav>
      <PagedTable
        query={rows}
        caption="Rows of the file"
        columns={importRowColumns(labelOf)}
        keyOf={({ row }) => String(row)}
        error="Something went wrong, please try again."
        empty="No rows of this kind."
      />
    </>
  )
}

function FileNotes({ found: { ignored, lacking, notes } }: { found: ProductImport }) {
  if (ignored.length === 0 && notes.length === 0 && lacking === '') return null
  return (
    <section aria-label="About the file" className="grid gap-2 text-ink-2">
      {lacking && <p className="wrap-anywhere font-medium text-danger">{lacking}</p>}
      {notes.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {notes.map(note => (
            <li key={note} className="wrap-anywhere">
              {note}
            </li>
          ))}
        </ul>
      )}
      {ignored.length > 0 && (
        <details open={lacking !== ''}>
          <summary className="min-h-6 cursor-pointer">
            {ignored.length === 1 ? 'One column is not taken' : `${ignored.length} columns are not taken`}
          </summary>
          <p className="wrap-anywhere mt-1">{ignored.join(', ')}</p>
        </details>
      )}
    </section>
  )
}

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

const labelsOf =
  (isPlan: boolean, leavesPresent: boolean) =>
  (kind: RowKind, row?: Row): string => {
    if (!isPlan) return DONE[kind]
    const isPresent = kind === 'updated' || (kind === 'refused' && row?.product) || row?.isNamesake
    return leavesPresent && isPresent ? STAYS : PLANS[kind]
  }

type LabelOf = ReturnType<typeof labelsOf>

const importRowColumns = (labelOf: LabelOf): Column<ImportRow>[] => [
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
