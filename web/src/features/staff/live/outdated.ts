import type { LiveEvent } from '@mela/contract'
import type { AnswerKind } from '../../../lib/query-keys.ts'

type Change = Extract<LiveEvent, { kind: 'changed' }>['what']

/** What a list that has changed is shown by. Forms that are open keep what they have loaded: a save tells of a conflict. */
const outdatedByChange: Record<Change, readonly AnswerKind[]> = {
  customers: ['customers', 'dashboard'],
  media: ['media'],
  categories: ['categories'],
  imports: ['imports'],
  audit: ['audit'],
}

const outdated: Record<Exclude<LiveEvent['kind'], 'changed'>, readonly AnswerKind[]> = {
  order: ['orders', 'dashboard', 'customers'],
  payment: ['payments', 'orders', 'dashboard'],
  dispute: ['disputes', 'payments', 'dashboard'],
  'low-stock': ['products', 'dashboard'],
  gap: [
    'orders',
    'payments',
    'disputes',
    'products',
    'dashboard',
    'customers',
    'media',
    'categories',
    'imports',
    'audit',
  ],
}

/** The kinds of answers that a piece of news makes old. */
export const outdatedBy = (event: LiveEvent) =>
  event.kind === 'changed' ? outdatedByChange[event.what] : outdated[event.kind]

/** Many orders at once are still looked up only so often. */
const REST_MS = 1500

/** Calls `refresh` with the kinds that became old: at once, and from then on after a rest with all that came meanwhile. */
export function refreshing(refresh: (kind: AnswerKind) => void) {
  const waiting = new Set<AnswerKind>()
  let rest: ReturnType<typeof setTimeout> | undefined

  function refreshAll() {
    rest = waiting.size > 0 ? setTimeout(refreshAll, REST_MS) : undefined
    for (const kind of waiting) refresh(kind)
    waiting.clear()
  }

  return {
    add(kinds: readonly AnswerKind[]) {
      for (const kind of kinds) waiting.add(kind)
      if (!rest) refreshAll()
    },
    stop: () => clearTimeout(rest),
  }
}
