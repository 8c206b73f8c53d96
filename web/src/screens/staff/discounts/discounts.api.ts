import { call } from '../../../lib/api.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'

export const useAfterDiscountChange = () => useRefreshAfter('discounts', 'audit')

export const setDiscountActive = (id: string, isActive: boolean) =>
  call('PATCH /discounts/:id', { params: { id }, body: { isActive } })
