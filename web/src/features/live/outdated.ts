import type { StaffNews } from '@mela/contract'

/** The beginnings of the query keys whose answers a piece of news makes old. */
const outdated: Record<StaffNews['kind'], readonly string[]> = {
  order: ['orders', 'dashboard', 'customers'],
  payment: ['payments', 'orders', 'dashboard'],
  dispute: ['disputes', 'payments', 'dashboard'],
  'low-stock': ['products', 'dashboard'],
  gap: ['orders', 'payments', 'disputes', 'products', 'customers', 'dashboard'],
}

export const outdatedBy = ({ kind }: StaffNews) => outdated[kind]

/** Many orders at once are still looked up only so often. */
const REST_MS = 1500

/** Calls `refresh` with the keys that became old: at once, and from then on after a rest with all that came meanwhile. */
export function refreshing(refresh: (key: string) => void) {
  const waiting = new Set<string>()
  let rest: ReturnType<typeof setTimeout> | undefined

  function refreshAll() {
    rest = waiting.size > 0 ? setTimeout(refreshAll, REST_MS) : undefined
    for (const key of waiting) refresh(key)
    waiting.clear()
  }

  return {
    add(keys: readonly string[]) {
      for (const key of keys) waiting.add(key)
      if (!rest) refreshAll()
    },
    stop: () => clearTimeout(rest),
  }
}
