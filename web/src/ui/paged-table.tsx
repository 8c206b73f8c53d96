import type { PageMeta } from '@mela/contract'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useListParams } from '../lib/list-params.ts'
import { Async } from './async.tsx'
import type { Elements } from './cx.ts'
import { DataTable, TableSkeleton } from './data-table.tsx'
import { without } from './get-form.tsx'
import { ClearSearch } from './list-filters.tsx'
import { EmptyState } from './notice.tsx'
import { PagingBar } from './paging-bar.tsx'

interface PagedTableProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, 'rows' | 'sorting' | 'isOutdated'> {
  query: {
    data: { data: Row[]; meta: PageMeta } | undefined
    error: unknown
    refetch: () => unknown
    isPlaceholderData: boolean
  }
  /** A sentence or a block, while the first rows load. */
  loading?: string | Elements
  error?: string
  empty: string
  emptyIcon?: LucideIcon
  /** False where the whole list is loaded at once. */
  isPaged?: boolean
  /** The order of the list when the address names none. */
  sortedBy?: string
}

/** A staff list in its four states, with its paging bar; page and order are in the address. */
export function PagedTable<Row>({
  query,
  loading,
  error,
  empty,
  emptyIcon,
  isPaged = true,
  sortedBy,
  ...table
}: PagedTableProps<Row>) {
  const { path, params } = useListParams()
  const hrefOf = (sort: string) =>
    `${path}?${new URLSearchParams([...without(params, 'sort', 'page'), ['sort', sort]])}`

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
            <ClearSearch />
          </EmptyState>
        }
      >
        {({ data }) => (
          <div aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
            <DataTable
              {...table}
              rows={data}
              sorting={{ by: params.get('sort') ?? sortedBy, hrefOf }}
              isOutdated={query.isPlaceholderData}
            />
          </div>
        )}
      </Async>
      {isPaged && query.data && <PagingBar meta={query.data.meta} basePath={path} params={params} />}
    </>
  )
}
