import type { QueryClient } from '@tanstack/react-query'
import { homeQuery } from './home.ts'
import { refresh } from './query-keys.ts'
import { shopQuery } from './shop.ts'

/** Loads what the owner's settings decide about, such as the countries that are sold to, and what `useShop()` and `useHome()` read. */
export function refreshShop(queryClient: QueryClient): void {
  void refresh(queryClient, 'shop')
  // Their observers never load.
  for (const query of [shopQuery(), homeQuery()])
    void queryClient.fetchQuery({ ...(query as ReturnType<typeof shopQuery>), staleTime: 0 }).catch(() => {})
}
