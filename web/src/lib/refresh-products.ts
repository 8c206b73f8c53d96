import { useQueryClient } from '@tanstack/react-query'
import { refresh } from './query-keys.ts'

/** After a change every list, page and count is out of date; the categories count products too. */
export function useRefreshProducts() {
  const queryClient = useQueryClient()
  return async () => {
    await refresh(queryClient, 'products', 'categories', 'dashboard')
  }
}
