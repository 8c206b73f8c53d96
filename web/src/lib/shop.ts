import { formatPrice, priceOrFree, type ShopInfo } from '@mela/contract'
import { type QueryClient, QueryClientContext, queryOptions, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { call } from './api.ts'

declare const __DEFAULT_SHOP__: ShopInfo
const DEFAULT_SHOP = __DEFAULT_SHOP__

/** Information about the shop. Pages embed only the fields that differ from the defaults, which the script contains. */
export const shopQuery = () =>
  queryOptions({
    queryKey: ['shop'],
    queryFn: async (): Promise<Partial<ShopInfo>> => (await call('GET /shop')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The shop's name, address and other public settings, which every page embeds. */
export const useShop = (): ShopInfo => ({ ...DEFAULT_SHOP, ...useQuery({ ...shopQuery(), enabled: false }).data })

/** The information of `useShop()` outside of components. */
export const shopIn = (queryClient: QueryClient): ShopInfo => ({
  ...DEFAULT_SHOP,
  ...queryClient.getQueryData(shopQuery().queryKey),
})

/** Whether the festive pictures and colours are shown: they fit the default accent colour only. */
export const useIsFestive = (): boolean => useShop().accent === DEFAULT_SHOP.accent

/** The currency of product prices (ISO 4217). Does not observe the query, because a list has many prices. */
export function useCurrency(): string {
  const queryClient = useContext(QueryClientContext)
  return (queryClient ? shopIn(queryClient) : DEFAULT_SHOP).currency
}

/** As usePrice(), with 'Free' for 0: what a product or a line of the cart costs. */
export function usePriceOrFree(): (amount: number) => string {
  const currency = useCurrency()
  return amount => priceOrFree(amount, currency)
}

/** Answers a function that formats product prices in the shop's currency; an order has a currency of its own. */
export function usePrice(): (amount: number) => string {
  const currency = useCurrency()
  return amount => formatPrice(amount, currency)
}

export const shopTermsQuery = () =>
  queryOptions({
    queryKey: ['shop-terms'],
    queryFn: async () => (await call('GET /shop/terms')).data,
  })

const staleTime = Number.POSITIVE_INFINITY

export const countriesQuery = () =>
  queryOptions({
    queryKey: ['shop', 'countries'],
    queryFn: async () => (await call('GET /shop/countries')).data,
    staleTime,
  })

export const countryFormQuery = (code: string) =>
  queryOptions({
    queryKey: ['shop', 'countries', code],
    queryFn: async () => (await call('GET /shop/countries/:code', { params: { code } })).data,
    staleTime,
  })
