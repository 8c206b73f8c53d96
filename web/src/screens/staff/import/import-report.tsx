import { type ProductImport, ROW_KINDS, type RowKind, staffPaths } from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, isNotFound } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { TableSkeleton } from '../../../ui/data-table.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { toastRefusal } from '../../../ui/toast.tsx'
import { NothingHere } from '../layout/loaded.tsx'
import { ImportProgress, importQuery } from './import-progress.tsx'
import { importRowColumns, type LabelOf, labelsOf } from './import-row-columns.tsx'

/** The effect of an import, row by row: planned, running or done. */
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

  if (isNotFound(found.error)) {
    return <NothingHere message="Error: Import not found." to={staffPaths.importProducts} list="Import products" />
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

const isKind = (text: string | null): text is RowKind => ROW_KINDS.some(kind => kind === text)

function Rows({ found, labelOf }: { found: ProductImport; labelOf: LabelOf }) {
  const { params, query: paging } = useListParams()
  const asked = params.get('kind')
  const kind = isKind(asked) ? asked : undefined
  const id = found._id
  const query = { page: paging.page, size: paging.size, kind: kind ?? '' }
  const rows = useQuery({
    queryKey: ['imports', id, 'rows', query],
    queryFn: () => call('GET /imports/:id/rows', { params: { id }, query }),
    ...keepRows,
  })
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

/** What holds for the whole file: the columns that it lacks and those that are not taken, and sentences about all products. */
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

/** The pictures that the file gives by address: fetched so far, and those that failed. */
function ImportedPictures({ found }: { found: ProductImport }) {
  const { waiting, done, failed } = found.pictures
  const all = waiting + done + failed
  if (all === 0) return null
  return (
    <section aria-label="Pictures" className="grid gap-4 rounded-tile border border-line bg-surface p-5">
      <p role="status" className="text-ink-2">
        {waiting > 0
          ? `${done + failed} of ${countLabel(all, 'picture')} fetched so far. You may leave this page.`
          : `${countLabel(done, 'picture')} fetched, ${failed} failed.`}
      </p>
      {waiting > 0 && <ProgressBar label="Pictures fetched" share={(done + failed) / all} />}
      {waiting === 0 && failed > 0 && <FailedPictures importId={found._id} count={failed} />}
    </section>
  )
}

function FailedPictures({ importId, count }: { importId: string; count: number }) {
  const [page, setPage] = useState(1)
  const params = { id: importId }
  const pictures = useQuery({
    queryKey: ['imports', importId, 'failed-pictures', { page, count }],
    queryFn: () => call('GET /imports/:id/failed-pictures', { params, query: { page, size: 20 } }),
  })
  const queryClient = useQueryClient()

  async function handleRetry() {
    try {
      const { data } = await call('POST /imports/:id/retry-pictures', { params })
      queryClient.setQueryData(importQuery(importId).queryKey, data)
    } catch (error) {
      toastRefusal(error, 'Something went wrong, please try again.')
    }
  }

  return (
    <>
      <Async
        query={pictures}
        loading="Loading the pictures that failed..."
        error="Something went wrong, please try again."
      >
        {({ data, meta }) => (
          <>
            <ul aria-label="Pictures that failed" className="grid gap-2">
              {data.map(({ product, name, address, reason }) => (
                <li key={`${product} ${address}`} className="wrap-anywhere">
                  <Link to={staffPaths.editProduct(product)} className="font-semibold hover:underline" dir="auto">
                    {name}
                  </Link>
                  <span className="text-danger">{` ${reason}`}</span>
                  <span className="type-small block text-ink-2">{address}</span>
                </li>
              ))}
            </ul>
            {meta.pageCount > page && (
              <Button variant="outline" size={40} className="w-fit" onClick={() => setPage(page + 1)}>
                Show others
              </Button>
            )}
          </>
        )}
      </Async>
      <Button size={40} className="w-fit" onClick={handleRetry}>
        Try again
      </Button>
    </>
  )
}
