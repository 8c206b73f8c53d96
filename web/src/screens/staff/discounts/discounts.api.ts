import { useRefreshAfter } from '../../../lib/query-keys.ts'

export const useAfterDiscountChange = () => useRefreshAfter('discounts', 'audit')
