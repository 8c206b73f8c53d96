import { formatPrice, paths, priceOrFree, type ShopInfo } from '@mela/contract'
import { type QueryClient, QueryClientContext, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { dataQuery } from './query-keys.ts'

declare const __DEFAULT_SHOP__: ShopInfo
const DEFAULT_SHOP = __DEFAULT_SHOP__

const staleTime = Number.POSITIVE_INFINITY

export const shopQuery = () => ({ ...dataQuery('GET /shop'), staleTime })

/** The shop's name, address and other public settings. It never loads them: every page embeds them. */
export const useShop = (): ShopInfo => ({ ...DEFAULT_SHOP, ...useQuery({ ...shopQuery(), enabled: false }).data })

export const shopIn = (queryClient: QueryClient): ShopInfo => ({
  ...DEFAULT_SHOP,
  ...queryClient.getQueryData(shopQuery().queryKey),
})

/** The contact page, or a new email to the shop where it is closed and shows no page. */
export function useContactLink(): string {
  const { isBare, email } = useShop()
  return isBare ? `mailto:${email}` : paths.contact
}

/** Whether the festive pictures and colours are shown: they fit the default accent colour only. */
export const useIsFestive = (): boolean => useShop().accent === DEFAULT_SHOP.accent

/** The currency of product prices (ISO 4217). Does not observe the query, because a list has many prices. */
function useCurrency(): string {
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

export const shopTermsQuery = () => dataQuery('GET /shop/terms')
export const countriesQuery = () => ({ ...dataQuery('GET /shop/countries'), staleTime })
export const countryFormQuery = (code: string) => ({
  ...dataQuery('GET /shop/countries/:code', { params: { code } }),
  staleTime,
})
export const gatewaysQuery = () => ({ ...dataQuery('GET /payments/gateways'), staleTime })
