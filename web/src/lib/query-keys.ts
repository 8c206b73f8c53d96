import type { AnswerOf, Calls } from '@mela/contract'
import {
  type InvalidateQueryFilters,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { type CallArguments, call, orMissing } from './api.ts'

/** The kind of an answer: the first part of its key, and what a change or a live update invalidates. */
export type AnswerKind = KindOf<Reading> | 'cart-check' | 'quotes' | 'find' | 'suggestions'

type Reading = Extract<keyof Calls, `GET /${string}`>
type KindOf<Name> = Name extends `GET /${infer Path}` ? (Path extends `${infer Kind}/${string}` ? Kind : Path) : never
type ShopKey = readonly [AnswerKind, ...unknown[]]

declare module '@tanstack/react-query' {
  interface Register {
    /** A key of an unknown kind does not compile. */
    queryKey: ShopKey
  }
}

type DataOf<Name extends Reading> = AnswerOf<Calls[Name]> extends { data: infer Data } ? Data : never

/** The call's path, whose first part is the kind of the answer, and its query. */
function keyOf(name: Reading, input: unknown) {
  const { params = {}, query } = Object(input) as { params?: Record<string, string>; query?: object }
  const [kind, ...rest] = name.slice('GET /'.length).split('/')
  const parts = rest.map(part => (part.startsWith(':') ? params[part.slice(1)] : part))
  return [kind as AnswerKind, ...parts, ...(query ? [query] : [])] as const
}

const ask = <Name extends Reading>(name: Name, input: CallArguments<Name>[0]) =>
  call<Reading>(name, input as never) as Promise<{ data: DataOf<Name> }>

/** The data of a call as a query; its key is the call's path. */
export const dataQuery = <Name extends Reading>(name: Name, ...[input]: CallArguments<Name>) =>
  queryOptions({ queryKey: keyOf(name, input), queryFn: async () => (await ask(name, input)).data })

/** The subject of a page as a query: as `dataQuery`, with a value for one that was not found. */
export const subjectQuery = <Name extends Reading>(name: Name, ...[input]: CallArguments<Name>) =>
  queryOptions({ queryKey: keyOf(name, input), queryFn: () => orMissing(ask(name, input)) })

/** A page of a list as a query: the old rows stay while the new ones load. */
export const listQuery = <Name extends Reading>(name: Name, ...[input]: CallArguments<Name>) => ({
  queryKey: keyOf(name, input),
  queryFn: () => call<Reading>(name, input as never) as Promise<AnswerOf<Calls[Name]>>,
  placeholderData: keepPreviousData,
  staleTime: 0,
})

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
  await Promise.all([
    reloaded,
    ...later.map(async query => {
      // fetch() of a query that is loading answers the load in flight.
      await query.fetch().catch(() => {})
      await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
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
