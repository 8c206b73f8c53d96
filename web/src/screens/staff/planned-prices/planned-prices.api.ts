import { formatDate } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'

export const useAfterSaleChange = () => useRefreshAfter('planned-prices', 'products', 'dashboard', 'audit')

/** A time of the shop's time zone, in the words of the browser's language. */
export const minuteText = (minute: string) => formatDate(`${minute}:00Z`, 'date-time', undefined, 'UTC')
