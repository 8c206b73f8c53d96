import { CACHE_RETENTION_MS } from '@mela/contract'
import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query'
import { createContext, type RouterContextProvider } from 'react-router'
import { onAnotherUser } from './current-user.ts'

/** How long what was loaded counts as fresh when nothing said otherwise; the caller's own changes refresh it at once. */
const STALE_MS = 30_000
/** A page that arrives within this time replaces the old one without a skeleton in between. */
const PATIENCE_MS = 150

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : CACHE_RETENTION_MS,
        retry: false,
        refetchOnWindowFocus: false,
        // Without a network a call fails and says so; it must not wait and be sent behind the person's back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * Drops what was loaded for one user when the browser turns out to be signed in as another, and asks again for what is on
 * screen. Comes before anything is drawn, so that it hears of the user first.
 */
export function resetForAnotherUser(queryClient: QueryClient): void {
  onAnotherUser(() => void queryClient.resetQueries())
}

/** What a page's loader works with: the cache to fill and, on the server, the status to answer. */
export interface PageLoad {
  queryClient: QueryClient
  setStatus(status: number): void
}

export const pageLoad = createContext<PageLoad>()

interface LoaderArguments {
  context: Readonly<RouterContextProvider>
}

/** Any `queryOptions(…)`; what its answer is like does not matter for loading it. */
type Loadable = Pick<FetchQueryOptions, 'queryKey'>

/**
 * Fills the cache before a page renders. The server waits for all of it; the browser only for what it has not seen yet,
 * and as long as a reader does not mind, then the page shows its skeletons. A failure stays with its query, whose section
 * shows it.
 */
export async function load({ context }: LoaderArguments, ...queries: Loadable[]): Promise<void> {
  const { queryClient } = context.get(pageLoad)
  const fetches = queries.map(query => {
    const isKnown = queryClient.getQueryData(query.queryKey) !== undefined
    const fetched = queryClient.prefetchQuery(query as FetchQueryOptions)
    return isKnown ? undefined : fetched
  })
  const loaded = Promise.all(fetches)
  if (typeof window === 'undefined') await loaded
  else await Promise.race([loaded, new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
}

/** Answers 404 for the page when what it is about turned out to be missing. */
export function notFoundWhenMissing({ context }: LoaderArguments, queryKey: QueryKey): void {
  const { queryClient, setStatus } = context.get(pageLoad)
  const answer = queryClient.getQueryData(queryKey)
  if (typeof answer === 'object' && answer !== null && 'missing' in answer) setStatus(404)
}

/** What travels inside the page: the cached answers and the names of the routes that were loaded. */
export interface PageData {
  entries: [QueryKey, unknown][]
  routes: string[]
  assets: Assets
  /** Where the shop is known to be, for canonical addresses. */
  origin: string
}

export interface Assets {
  scripts: string[]
  styles: string[]
  /** Fonts and modules that the page needs at once. */
  preloads: { href: string; as: 'font' | 'script' }[]
}
