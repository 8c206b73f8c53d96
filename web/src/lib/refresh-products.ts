import { useQueryClient } from '@tanstack/react-query'
import { refresh } from './query-keys.ts'

/** A change outdates every list, page and count; the categories count products too. */
export function useRefreshProducts() {
  const queryClient = useQueryClient()
  return async () => {
    await refresh(queryClient, 'products', 'categories', 'dashboard')
  }
}
