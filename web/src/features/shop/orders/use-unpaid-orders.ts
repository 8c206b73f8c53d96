import type { UnpaidOrder } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { unpaidOrdersQuery } from './orders.api.ts'

const none: UnpaidOrder[] = []

/** What the signed-in customer may still pay; undefined until it is known, so that it moves nothing when it comes. */
export function useUnpaidOrders(): UnpaidOrder[] | undefined {
  const user = useCurrentUser()
  const { data, isError } = useQuery({ ...unpaidOrdersQuery(), enabled: user !== null })
  return user === null || isError ? none : data
}
