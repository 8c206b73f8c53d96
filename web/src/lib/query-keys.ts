import {
  type Query as CachedQuery,
  type InvalidateQueryFilters,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { homeQuery } from './home.ts'
import { shopQuery } from './shop.ts'

/** The kind of an answer: the first part of its key, and what a change or a live update invalidates. */
export type AnswerKind =
  | 'audit'
  | 'auth'
  | 'cart-check'
  | 'categories'
  | 'collections'
  | 'customers'
  | 'dashboard'
  | 'disputes'
  | 'find'
  | 'imports'
  | 'media'
  | 'orders'
  | 'pages'
  | 'payments'
  | 'products'
  | 'recently-viewed-check'
  | 'reviews'
  | 'settings'
  | 'shop'
  | 'shop-terms'
  | 'suggestions'
  | 'users'

type ShopKey = readonly [AnswerKind, ...unknown[]]

/** Reloads the queries of these kinds that are on screen, and marks the rest as outdated. */
export const refresh = (queryClient: QueryClient, ...kinds: AnswerKind[]) =>
  Promise.all(kinds.map(kind => reload(queryClient, { queryKey: [kind] })))

/**
 * Invalidates queries, also those that are loading. With `invalidateQueries` alone, the answer of a first load and of a
 * query that no component shows would count as fresh, although it may be older than the change.
 */
export async function reload(queryClient: QueryClient, filters: InvalidateQueryFilters<ShopKey>): Promise<void> {
  const loading = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  const reloaded = queryClient.invalidateQueries(filters)
  const later = loading.filter(query => query.state.data === undefined || !query.isActive())
  await Promise.all([reloaded, ...later.map(query => reloadLoaded(queryClient, query))])
}

async function reloadLoaded(queryClient: QueryClient, query: CachedQuery): Promise<void> {
  // fetch() of a query that is loading answers the load in flight.
  await query.fetch().catch(() => {})
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

declare module '@tanstack/react-query' {
  interface Register {
    /** A key of an unknown kind does not compile. */
    queryKey: ShopKey
  }
}

/** Answers a function that reloads queries of these kinds once its call is answered or refused. */
export function useRefreshAfter(...kinds: AnswerKind[]) {
  const queryClient = useQueryClient()
  return async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer
    } finally {
      await refresh(queryClient, ...kinds)
    }
  }
}

/** The kinds that a changed product makes outdated: categories count products too. */
const OF_PRODUCTS = ['products', 'categories', 'dashboard'] as const
export const refreshProducts = (queryClient: QueryClient) => refresh(queryClient, ...OF_PRODUCTS)
export const useRefreshProductsAfter = () => useRefreshAfter(...OF_PRODUCTS)

/** Reloads what depends on the owner's settings, such as countries, and what `useShop()` and `useHome()` read. */
export function refreshShop(queryClient: QueryClient): void {
  void refresh(queryClient, 'shop')
  // The hooks of these two queries never load them, so they are fetched here.
  for (const query of [shopQuery(), homeQuery()])
    void queryClient.fetchQuery({ ...(query as ReturnType<typeof shopQuery>), staleTime: 0 }).catch(() => {})
}
