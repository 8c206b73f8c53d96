import { useQueryClient } from '@tanstack/react-query'
import { refresh } from './query-keys.ts'

/** Answers a function that reloads all queries a changed product makes outdated: categories count products too. */
export function useRefreshProducts() {
  const queryClient = useQueryClient()
  return async () => {
    await refresh(queryClient, 'products', 'categories', 'dashboard')
  }
}
