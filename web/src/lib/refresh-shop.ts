import type { QueryClient } from '@tanstack/react-query'
import { homeQuery } from './home.ts'
import { refresh } from './query-keys.ts'
import { shopQuery } from './shop.ts'

/** Reloads what depends on the owner's settings, such as countries, and what `useShop()` and `useHome()` read. */
export function refreshShop(queryClient: QueryClient): void {
  void refresh(queryClient, 'shop')
  // The hooks of these two queries never load them, so they are fetched here.
  for (const query of [shopQuery(), homeQuery()])
    void queryClient.fetchQuery({ ...(query as ReturnType<typeof shopQuery>), staleTime: 0 }).catch(() => {})
}
