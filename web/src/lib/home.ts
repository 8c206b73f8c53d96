import { DEFAULT_HOME, type HomeInfo } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

/** What the home page shows beside products; the server embeds it in its pages when it differs from the default. */
export const homeQuery = () =>
  queryOptions({
    queryKey: ['shop', 'home'],
    queryFn: async () => (await call('GET /shop/home')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Content of the home page; undefined while it is loaded after a navigation. */
export function useHome(): HomeInfo | undefined {
  const { data, isFetching } = useQuery({ ...homeQuery(), enabled: false })
  return data ?? (isFetching ? undefined : DEFAULT_HOME)
}
