import type { ComponentProps, ReactNode } from 'react'
import { isMissing, type Missing } from '../../../lib/api.ts'
import { Async } from '../../../ui/async.tsx'
import type { Elements } from '../../../ui/cx.ts'

interface LoadedProps<Data> {
  query: ComponentProps<typeof Async<Data | Missing>>['query']
  loading: ReactNode
  /** Shown when nothing exists at this address. */
  missing: Elements
  children: (data: Data) => Elements
}

/** What a screen is about, once it is loaded. */
export function Loaded<Data extends object>({ query, loading, missing, children }: LoadedProps<Data>) {
  return (
    <Async
      query={query}
      loading={loading}
      errorPrefix="Error: "
      error="Something went wrong, please try reloading the page."
    >
      {data => (isMissing(data) ? missing : children(data))}
    </Async>
  )
}
