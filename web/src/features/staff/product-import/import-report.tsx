import { type ProductImport, ROW_KINDS, type RowKind, staffPaths } from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { isNotFound } from '../../../lib/api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { TableSkeleton } from '../../../ui/table/table-skeleton.tsx'
import { FileNotes } from './file-notes.tsx'
import { type CategoryChoice, ImportProgress } from './import-progress.tsx'
import { importRowColumns, type LabelOf, labelsOf } from './import-row-columns.tsx'
import { ImportedPictures } from './imported-pictures.tsx'
import { importQuery, importRowsQuery } from './imports.api.ts'

/** The effect of an import, row by row: planned, running or done. */
export function ImportReport({ importId, categories }: { importId: string; categories: readonly CategoryChoice[] }) {
  const found = useQuery(importQuery(importId))
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<boolean>()
  const isDone = found.data?.state === 'done'

  useEffect(() => {
    if (!isDone) return
    void refresh(queryClient, 'products')
    void queryClient.invalidateQueries({ queryKey: ['imports', importId, 'rows'] })
  }, [isDone, importId, queryClient])

  if (isNotFound(found.error)) {
    return (
      <ErrorState message="Error: Import not found.">
        <ButtonLink to={staffPaths.importProducts} variant="outline" size={40}>
          Import products
        </ButtonLink>
      </ErrorState>
    )
  }
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
            <ImportProgress
              found={found}
              categories={categories}
              leavesPresent={leavesPresent}
              onLeavesPresent={setChosen}
            />
            <FileNotes found={found} />
            <ImportedPictures found={found} />
            <Rows found={found} labelOf={labelsOf(found.state === 'checked', leavesPresent)} />
          </>
        )
      }}
    </Async>
  )
}

const isKind = (text: string | null): text is RowKind => ROW_KINDS.some(kind => kind === text)

function Rows({ found, labelOf }: { found: ProductImport; labelOf: LabelOf }) {
  const { page, size, params } = useListParams()
  const asked = params.get('kind')
  const kind = isKind(asked) ? asked : undefined
  const rows = useQuery(importRowsQuery(found._id, { page, size, kind }))
  const all = Object.values(found.rows).reduce((sum, count) => sum + count, 0)

  return (
    <>
      <nav aria-label="Rows" className="flex flex-wrap gap-2">
        <KindLink id={found._id} label={`All (${all})`} isCurrent={!kind} />
        {ROW_KINDS.map(name => (
          <KindLink
            key={name}
            id={found._id}
            kind={name}
            label={`${labelOf(name)} (${found.rows[name]})`}
            isCurrent={name === kind}
          />
        ))}
      </nav>
      <PagedTable
        query={rows}
        path={staffPaths.importProducts}
        params={params}
        caption="Rows of the file"
        columns={importRowColumns(labelOf)}
        keyOf={({ row }) => String(row)}
        error="Something went wrong, please try again."
        empty="No rows of this kind."
      />
    </>
  )
}

function KindLink({ id, kind, label, isCurrent }: { id: string; kind?: RowKind; label: string; isCurrent: boolean }) {
  return (
    <Link
      to={staffPaths.productImport(id, kind)}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-4 tabular-nums hover:border-edge aria-[current=page]:border-ink aria-[current=page]:font-semibold pointer-coarse:min-h-11"
    >
      {label}
    </Link>
  )
}
