import type { LiveEvent } from '@mela/contract'
import type { AnswerKind } from '../../../lib/query-keys.ts'

type Change = Extract<LiveEvent, { kind: 'changed' }>['what']

/**
 * The query keys that a changed list makes outdated. Open forms keep their loaded values: a save reports the conflict.
 */
const outdatedByChange: Record<Change, readonly AnswerKind[]> = {
  customers: ['customers', 'dashboard'],
  media: ['media'],
  categories: ['categories'],
  imports: ['imports'],
  audit: ['audit'],
}

const outdatedByEvent: Record<Exclude<LiveEvent['kind'], 'changed' | 'gap'>, readonly AnswerKind[]> = {
  order: ['orders', 'dashboard', 'customers'],
  payment: ['payments', 'orders', 'dashboard'],
  dispute: ['disputes', 'payments', 'dashboard'],
  'low-stock': ['products', 'dashboard'],
}

/** After a gap any of them may have been missed. */
const all = [...new Set([...Object.values(outdatedByEvent), ...Object.values(outdatedByChange)].flat())]

/** The query kinds that a live event makes outdated. */
export function outdatedBy(event: LiveEvent): readonly AnswerKind[] {
  if (event.kind === 'gap') return all
  return event.kind === 'changed' ? outdatedByChange[event.what] : outdatedByEvent[event.kind]
}

/** Limits how often many orders reload a list. */
const REST_MS = 1500

/** Calls `refresh` with the outdated kinds: at once, then after a pause with all that arrived meanwhile. */
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
