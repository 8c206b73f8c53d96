import { type BodyOf, type Calls, type PlannedPrice, staffPaths } from '@mela/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'

export const useAfterSaleChange = () => useRefreshAfter('planned-prices', 'products', 'dashboard', 'audit')

export type Previewed = BodyOf<Calls['POST /planned-prices/preview']>

export const previewQuery = (body: Previewed) =>
  queryOptions({
    queryKey: ['planned-prices', 'preview', body],
    queryFn: async () => (await call('POST /planned-prices/preview', { body })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** '20% off', '$5.00 off' or '$9.00'. */
export function reductionText(
  { kind, value }: Pick<PlannedPrice, 'kind' | 'value'>,
  price: (amount: number) => string,
) {
  if (kind === 'percent') return `${value}% off`
  return kind === 'amount' ? `${price(value)} off` : price(value)
}

/** A time of the shop's time zone, in the words of the browser's language. */
export const minuteText = (minute: string) => formatDate(`${minute}:00Z`, 'date-time', undefined, 'UTC')

/** The shop's time so many days from now, as fields of forms have it. */
export function minuteIn(timeZone: string, days: number): string {
  const style = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat('sv', style).format(Date.now() + days * 86_400_000).replace(' ', 'T')
}

export const STATES = {
  planned: { label: 'Planned', tone: 'plain' },
  running: { label: 'Running', tone: 'success' },
  ended: { label: 'Ended', tone: 'plain' },
} as const

export const backToSales = { to: staffPaths.plannedPrices, label: 'Planned sales' }
