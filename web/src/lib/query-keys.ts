import type { OrderStatus, PaymentStatus, ProductList } from '@mela/contract'
import {
  type Query as CachedQuery,
  type InvalidateQueryFilters,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { homeQuery } from './home.ts'
import { shopQuery } from './shop.ts'

/** The filters of an address. */
type Query = object

/** The kind of an answer: the first part of its key, and what a change or a live update invalidates. */
interface Keys {
  audit: ['filters'] | [query: Query, size: unknown, from: unknown, to: unknown]
  auth: ['options']
  'cart-check': []
  categories: [] | [slug: string] | ['staff', 'all'] | ['menu', 'first'] | ['tiles', 'home'] | ['all', 'names']
  collections: [] | [slug: string] | ['staff', 'all'] | ['staff', 'count', rule: string]
  customers:
    | ['list', page: number, keyword: string, status: 'inactive' | 'staff' | undefined]
    | ['one', id: string]
    | ['one', id: string, 'overview']
    | ['one', id: string, 'orders', page: number, size: number | undefined]
  dashboard: ['stats'] | ['first-steps'] | ['report', days: number] | ['low-stock']
  disputes: [id: string] | [query: Query]
  find: [keyword: string]
  imports: ['recent'] | [id: string] | [id: string, 'rows' | 'failed-pictures', query: Query]
  media: [page: number, size: number, keyword: string] | ['one' | 'references', id: string]
  orders:
    | ['current-user', idOrQuery: string | Query]
    | ['recent processing']
    | ['staff', id: string]
    | ['staff', list: OrderStatus | 'all', query: Query]
  pages:
    | [slug: string]
    | ['staff', 'list', query: Query]
    | ['staff', id: string]
    | ['staff', id: string, 'history', size: number]
    | ['staff', 'preview', title: string, body: string]
  payments:
    | ['gateways']
    | ['script', gateway: string]
    | ['staff', id: string]
    | ['staff', list: PaymentStatus | 'all', query: Query]
  products:
    | ['category' | 'collection', slug: string, query: Query]
    | ['best-sellers']
    | ['chosen' | 'picked', ids: readonly string[]]
    | ['picker', keyword: string]
    | ['list' | 'on-sale' | 'facets', query: Query]
    | ['staff', list: ProductList, query: Query]
    | ['staff', id: string]
    | ['staff', id: string, 'history', size: number]
    | ['staff', id: string, 'stock-movements', page: number, variant: string]
    | [id: string]
    | ['slug', slug: string]
    | [id: string, 'reviews' | 'review-terms']
    | [id: string, 'own-review', userId: string]
  'recently-viewed-check': []
  reviews: ['waiting'] | ['staff', query: Query]
  settings: ['all'] | ['visitors'] | ['history', size: number]
  shop: [] | ['home'] | ['countries'] | ['countries', code: string]
  'shop-terms': []
  suggestions: [keyword: string]
  users: ['current-user'] | ['current-user', 'addresses' | 'email-confirmation' | 'sessions' | 'two-factor']
}

export type AnswerKind = keyof Keys

type Key<Kind extends AnswerKind = AnswerKind> = { [K in Kind]: readonly [K, ...Keys[K]] }[Kind]

type Beginnings<Whole extends readonly unknown[]> = Whole extends readonly [...infer Rest, unknown]
  ? Whole | Beginnings<Readonly<Rest>>
  : never

/** The key of an answer, or the common prefix of several. */
type ShopKey = Beginnings<Key>

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

const waiting = new WeakSet<CachedQuery>()

async function reloadLoaded(queryClient: QueryClient, query: CachedQuery): Promise<void> {
  if (waiting.has(query)) return
  waiting.add(query)
  // fetch() of a query that is loading answers the load in flight.
  await query.fetch().catch(() => {})
  waiting.delete(query)
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

declare module '@tanstack/react-query' {
  interface Register {
    /** Restricts query keys to these types: a misspelt one does not compile. */
    queryKey: ShopKey
  }
}

/** Answers a function that reloads all queries a changed product makes outdated: categories count products too. */
export function useRefreshProducts() {
  const queryClient = useQueryClient()
  return async () => {
    await refresh(queryClient, 'products', 'categories', 'dashboard')
  }
}

/** Reloads what depends on the owner's settings, such as countries, and what `useShop()` and `useHome()` read. */
export function refreshShop(queryClient: QueryClient): void {
  void refresh(queryClient, 'shop')
  // The hooks of these two queries never load them, so they are fetched here.
  for (const query of [shopQuery(), homeQuery()])
    void queryClient.fetchQuery({ ...(query as ReturnType<typeof shopQuery>), staleTime: 0 }).catch(() => {})
}
