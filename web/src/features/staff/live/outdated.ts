import type { LiveEvent } from '@mela/contract'
import type { QueryClient } from '@tanstack/react-query'
import { type AnswerKind, refresh, reload } from '../../../lib/query-keys.ts'
import { refreshShop } from '../../../lib/refresh-shop.ts'

type Change = Extract<LiveEvent, { kind: 'changed' }>['what']

/**
 * 'product-lists' is all queries of products except the product of an open form: the form keeps its version, and a save
 * reports the conflict.
 */
type Outdated = AnswerKind | 'product-lists'

const outdatedByChange: Record<Change, readonly Outdated[]> = {
  customers: ['customers', 'dashboard'],
  media: ['media'],
  categories: ['categories'],
  products: ['product-lists', 'dashboard'],
  imports: ['imports'],
  reviews: ['reviews'],
  pages: ['pages'],
  // The history of the settings is read from the audit log.
  audit: ['audit', 'settings'],
  settings: ['shop', 'dashboard'],
}

const outdatedByEvent: Record<Exclude<LiveEvent['kind'], 'changed' | 'gap'>, readonly AnswerKind[]> = {
  order: ['orders', 'dashboard', 'customers'],
  payment: ['payments', 'orders', 'dashboard'],
  dispute: ['disputes', 'payments', 'dashboard'],
  'low-stock': ['products', 'dashboard'],
}

/** All kinds of queries that live events make outdated: after a gap, any event may have been missed. */
const all = new Set(
  [...Object.values(outdatedByEvent), ...Object.values(outdatedByChange)]
    .flat()
    .filter(kind => kind !== 'product-lists'),
)

/** The query kinds that a live event makes outdated. */
export function outdatedBy(event: LiveEvent): readonly Outdated[] {
  if (event.kind === 'gap') return [...all]
  return event.kind === 'changed' ? outdatedByChange[event.what] : outdatedByEvent[event.kind]
}

/** Reloads what is outdated and on screen. */
export function refreshOutdated(queryClient: QueryClient, outdated: Outdated): void {
  if (outdated === 'shop') return void refreshShop(queryClient)
  if (outdated !== 'product-lists') return void refresh(queryClient, outdated)
  void reload(queryClient, {
    queryKey: ['products'],
    predicate: ({ queryKey: [, whose, ...rest] }) => whose !== 'staff' || rest.length > 1,
  })
}

/** Marks all queries that live events kept up to date as outdated, when the events end. */
export function markUnwatched(queryClient: QueryClient): void {
  for (const kind of all) void reload(queryClient, { queryKey: [kind], refetchType: 'none' })
}

/** Lowest time between two reloads in milliseconds, because many orders would reload a list too often. */
const REST_MS = 1500

/** Calls `refresh` with the outdated kinds: at once, then after a pause with all that arrived meanwhile. */
export function refreshing(refresh: (outdated: Outdated) => void) {
  const waiting = new Set<Outdated>()
  let rest: ReturnType<typeof setTimeout> | undefined

  function refreshAll() {
    rest = waiting.size > 0 ? setTimeout(refreshAll, REST_MS) : undefined
    for (const kind of waiting) refresh(kind)
    waiting.clear()
  }

  return {
    add(kinds: readonly Outdated[]) {
      for (const kind of kinds) waiting.add(kind)
      if (!rest) refreshAll()
    },
    stop: () => clearTimeout(rest),
  }
}
