import type { PageMeta } from '@mela/contract'
import { keepPreviousData } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { ClearSearch } from '../controls/clear-search.tsx'
import { Async } from '../feedback/async.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import type { Elements } from '../layout/elements.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { PagingBar } from './paging-bar.tsx'
import { SortSelect } from './sort-select.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'sorting' | 'isOutdated'> {
  query: {
    data: { data: Row[]; meta: PageMeta } | undefined
    error: unknown
    refetch: () => unknown
    isPlaceholderData: boolean
  }
  path: string
  /** The query of the page's address. */
  params: URLSearchParams
  /** A sentence or a block, while the first rows load. */
  loading?: string | Elements
  error: string
  empty: string
  emptyIcon?: LucideIcon
  /** False where the whole list is loaded at once. */
  isPaged?: boolean
  /** The order of the list when the address names none. */
  sortedBy?: string
}

/** A staff list in its four states, with its paging bar; page and order are in the address. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, path, params, loading, error, empty, emptyIcon, isPaged = true, sortedBy, ...table } = props
  const sorting = { by: params.get('sort') ?? sortedBy, hrefOf: (sort: string) => sortedAddress(path, params, sort) }

  return (
    <>
      <Async
        query={query}
        loading={
          <>
            {typeof loading !== 'string' && loading}
            <TableSkeleton {...(typeof loading === 'string' && { text: loading })} />
          </>
        }
        errorPrefix="Error: "
        error={error}
        empty={
          <EmptyState text={empty} {...(emptyIcon && { icon: emptyIcon })}>
            <ClearSearch path={path} params={params} />
          </EmptyState>
        }
      >
        {({ data }) => (
          <div aria-busy={query.isPlaceholderData} className="grid gap-3 transition-opacity aria-busy:opacity-60">
            <SortSelect path={path} params={params} columns={table.columns} sortedBy={sortedBy} />
            <DataTable {...table} rows={data} sorting={sorting} isOutdated={query.isPlaceholderData} />
          </div>
        )}
      </Async>
      {isPaged && query.data && <PagingBar meta={query.data.meta} basePath={path} params={params} />}
    </>
  )
}

/** Query options for a paged list: the old rows stay while the new ones load. */
export const keepRows = { placeholderData: keepPreviousData }

function sortedAddress(path: string, params: URLSearchParams, sort: string): string {
  const next = new URLSearchParams(params)
  next.set('sort', sort)
  next.delete('page')
  return `${path}?${next}`
}
