import { type Address, deliveryMethodOf, type Order, type ShippingAddress } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { useCart } from '../../../shared/cart/cart.store.ts'
import { chooseAddress } from '../../../shared/cart/change-cart.ts'
import { chooseForOrder, useChoices } from '../../../shared/cart/choices.store.ts'

const lastOrderQuery = () =>
  queryOptions({
    queryKey: ['orders', 'last'],
    queryFn: async (): Promise<Order | null> => {
      const [last] = (await call('GET /orders/current-user', { query: { size: 1 } })).data
      if (!last) return null
      return (await call('GET /orders/current-user/:id', { params: { id: last._id } })).data
    },
  })

/** Chooses where and how the last order went, for a customer who has not chosen yet. */
export function useLastDelivery(addresses: readonly Address[] | undefined) {
  const user = useCurrentUser()
  const { address } = useCart()
  const { deliveryMethod } = useChoices()
  const isOpen = user !== null && address === null && (addresses?.length ?? 0) > 1
  const { data: last, isPending } = useQuery({ ...lastOrderQuery(), enabled: isOpen })
  const wanted = last && addresses?.find(known => addressKey(known) === addressKey(last.shippingAddress))
  useEffect(() => {
    if (!isOpen || !last || !wanted) return
    chooseAddress(wanted)
    if (deliveryMethod === undefined) chooseForOrder({ deliveryMethod: deliveryMethodOf(last.adjustments) })
  }, [isOpen, last, wanted, deliveryMethod])
  const isChosen = wanted !== undefined && wanted !== null && wanted._id === address?._id
  return { isPending: isOpen && isPending, isChosen }
}

export const addressKey = ({ name, building, street, city, pinCode, country, phoneNumber }: ShippingAddress) =>
  JSON.stringify([name.firstName, name.lastName, building, street, city, pinCode, country, phoneNumber])
