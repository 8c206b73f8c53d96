import type { UnpaidOrder } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { unpaidOrdersQuery } from './orders.api.ts'

const none: UnpaidOrder[] = []

/** The signed-in customer's unpaid orders; undefined until they are known, so that nothing moves when they arrive. */
export function useUnpaidOrders(): UnpaidOrder[] | undefined {
  const user = useCurrentUser()
  const { data, isError } = useQuery({ ...unpaidOrdersQuery(), enabled: user !== null })
  return user === null || isError ? none : data
}
