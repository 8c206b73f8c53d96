import { CACHE_RETENTION_MS, type PageMeta } from '@mela/contract'
import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs } from 'react-router'
import { onAnotherUser } from './current-user.ts'

/** How long data counts as fresh by default; the user's own changes refresh it at once. */
const STALE_MS = 30_000
/** A page that loads within this time replaces the old one without a skeleton. */
const PATIENCE_MS = 150

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : CACHE_RETENTION_MS,
        retry: false,
        refetchOnWindowFocus: false,
        // A call must fail when there is no network; it must not wait and be sent later unnoticed.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * Drops the data of the previous user when the browser's user changes, and reloads what is on screen. Must be called
 * before rendering, so that its listener runs first. Data of the shop stays, because it is the same for all users.
 */
export function resetForAnotherUser(queryClient: QueryClient): void {
  onAnotherUser(
    wasVisitor => void queryClient.resetQueries(wasVisitor ? { queryKey: ['orders'] } : { predicate: isOfUser }),
  )
}

/** Drops the data that was loaded for a user; data of the shop stays, because `useShop` never loads it again. */
export function forgetLoaded(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isOfUser })
}

const isOfUser = ({ queryKey }: { queryKey: QueryKey }) => queryKey[0] !== 'shop'

/** The context of a page's loader: the cache to fill and, on the server, the status to answer. */
interface PageLoad {
  queryClient: QueryClient
  setStatus(status: number): void
}

export const pageLoad = createContext<PageLoad>()

/** Any `queryOptions(…)`; the type of its answer does not matter for loading. */
type Loadable = Pick<FetchQueryOptions, 'queryKey'>

/**
 * Fills the cache before a page renders. The server waits for all of it; the browser only for new data and a short
 * time, then the page shows its skeletons. A failure stays with its query, whose section shows it.
 */
export async function load({ context }: Pick<LoaderFunctionArgs, 'context'>, ...queries: Loadable[]): Promise<null> {
  const { queryClient, setStatus } = context.get(pageLoad)
  const fetches = queries.map(query => {
    const isKnown = queryClient.getQueryData(query.queryKey) !== undefined
    const fetched = queryClient.prefetchQuery(query as FetchQueryOptions)
    return isKnown ? undefined : fetched
  })
  const loaded = Promise.all(fetches)
  if (typeof window === 'undefined') await loaded
  else await Promise.race([loaded, new Promise(resolve => setTimeout(resolve, PATIENCE_MS))])
  if (queries.some(({ queryKey }) => isNotThere(queryClient.getQueryData(queryKey)))) setStatus(404)
  return null
}

/** Whether the subject of a page is missing, or a list has no such page. There is no end of pages past the last. */
function isNotThere(answer: unknown): boolean {
  const { missing, meta } = Object(answer) as { missing?: string; meta?: PageMeta }
  return missing !== undefined || (meta !== undefined && isPastLast(meta))
}

/** The first page of a list may be empty. */
export const isPastLast = ({ page, pageCount }: PageMeta): boolean => page > Math.max(1, pageCount)

export interface PageData {
  entries: [QueryKey, unknown][]
  routes: string[]
  assets: Assets
  /** The shop's public origin, for canonical addresses; empty for a page that was not found. */
  origin: string
}

export interface Assets {
  /** URL of the script that runs as soon as it is loaded. */
  earlyScript: string
  styles: string[]
  icon?: string
  isLight?: boolean
}
