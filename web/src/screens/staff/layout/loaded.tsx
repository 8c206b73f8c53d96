import type { ComponentProps, ReactNode } from 'react'
import { isMissing, type Missing } from '../../../lib/api.ts'
import { Async, ErrorState } from '../../../ui/async.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/notice.tsx'

const SKELETON = <Skeleton className="h-80 rounded-tile" />

interface LoadedProps<Data> {
  query: ComponentProps<typeof Async<Data | Missing>>['query']
  loading?: ReactNode
  /** Says that nothing exists at this address. */
  missing: string
  children: (data: Data) => Elements
}

/** What a screen is about, once it is loaded. */
export function Loaded<Data extends object>({ query, loading = SKELETON, missing, children }: LoadedProps<Data>) {
  return (
    <Async query={query} loading={loading} errorPrefix="Error: ">
      {data => (isMissing(data) ? <ErrorState message={missing} /> : children(data))}
    </Async>
  )
}

type LoadedPartProps<Data> = Pick<ComponentProps<typeof Async<Data>>, 'query' | 'empty' | 'children'>

/** A part of a screen whose parts appear together; see `Together`. */
export function LoadedPart<Data>(props: LoadedPartProps<Data>) {
  return <Async {...props} loading={null} errorPrefix="Error: " error={PART_FAILED} />
}

const PART_FAILED = 'Something went wrong please try reloading the page...'
