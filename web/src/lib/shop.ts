import { DEFAULT_SHOP, formatPrice, type ShopInfo } from '@mela/contract'
import { type QueryClient, QueryClientContext, queryOptions, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { call } from './api.ts'

/** A page carries what differs from the defaults alone, which the script has. */
export const shopQuery = () =>
  queryOptions({
    queryKey: ['shop'],
    queryFn: async (): Promise<Partial<ShopInfo>> => (await call('GET /shop')).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The shop's name, address and all else that its owner has set and shoppers may know; every page comes with it. */
export const useShop = (): ShopInfo => ({ ...DEFAULT_SHOP, ...useQuery({ ...shopQuery(), enabled: false }).data })

/** The same outside of components. */
export const shopIn = (queryClient: QueryClient): ShopInfo => ({
  ...DEFAULT_SHOP,
  ...queryClient.getQueryData(shopQuery().queryKey),
})

/** Whether the festival's pictures and yellow fit the accent colour. */
export const useIsFestive = (): boolean => useShop().accent === DEFAULT_SHOP.accent

/** What prices of products are in (ISO 4217). Observes nothing: a list of products has many. */
export function useCurrency(): string {
  const queryClient = useContext(QueryClientContext)
  return (queryClient ? shopIn(queryClient) : DEFAULT_SHOP).currency
}

/** Writes prices of products in the shop's currency; what belongs to an order has its own. */
export function usePrice(): (amount: number) => string {
  const currency = useCurrency()
  return amount => formatPrice(amount, currency)
}
