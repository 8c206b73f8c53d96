import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

const staleTime = Number.POSITIVE_INFINITY

/** The countries that the shop sells to, by name. */
export const countriesQuery = () =>
  queryOptions({
    queryKey: ['shop', 'countries'],
    queryFn: async () => (await call('GET /shop/countries')).data,
    staleTime,
  })

/** The address fields of a country. */
export const countryFormQuery = (code: string) =>
  queryOptions({
    queryKey: ['shop', 'countries', code],
    queryFn: async () => (await call('GET /shop/countries/:code', { params: { code } })).data,
    staleTime,
  })
