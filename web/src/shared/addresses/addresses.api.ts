import { type Address, type AddressInput, IDEMPOTENCY_HEADER } from '@mela/contract'
import { queryOptions, type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { createRequestKey } from '../../lib/request-key.ts'
import { chooseAddress, useCart } from '../cart/cart.store.ts'

/** The signed-in customer's own addresses, newest first. */
export const addressesQuery = () =>
  queryOptions({
    queryKey: ['users', 'current-user', 'addresses'],
    queryFn: async () => (await call('GET /users/current-user/addresses')).data,
  })

/** Updates the shown list at once, then loads it again. */
function useAddressList() {
  const queryClient = useQueryClient()
  const { queryKey } = addressesQuery()
  return (change: (known: Address[]) => Address[]) => {
    queryClient.setQueryData(queryKey, known => known && change(known))
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** Changes the address with this id, or adds a new one without it. */
export function useSaveAddress(addressId: string | undefined) {
  const changeList = useAddressList()
  const [key] = useState(createRequestKey)
  return useMutation({
    mutationFn: (body: AddressInput) =>
      addressId === undefined
        ? call('POST /users/current-user/addresses', { body, headers: { [IDEMPOTENCY_HEADER]: key.of(body) } })
        : call('PUT /users/current-user/addresses/:addressId', { params: { addressId }, body }),
    onSuccess: ({ data }) =>
      changeList(known =>
        addressId === undefined ? [data, ...known] : known.map(address => (address._id === data._id ? data : address)),
      ),
  })
}

export function useDeleteAddress() {
  const changeList = useAddressList()
  return useMutation({
    mutationFn: (addressId: string) =>
      call('DELETE /users/current-user/addresses/:addressId', { params: { addressId } }).catch(unlessGone),
    onSuccess: (_answer, addressId) => changeList(known => known.filter(({ _id }) => _id !== addressId)),
  })
}

/** Answers a 404 like a success: the address was deleted in another tab. */
function unlessGone(error: unknown) {
  if (!(error instanceof ApiError && error.status === 404)) throw error
  return { message: 'Address deleted successfully!' }
}

/**
 * Keeps the chosen address in step with the customer's list: a deleted one is unselected, and with `choosesOnly` a single
 * one is chosen. A list that is older than the choice is reloaded first: another tab may have changed both.
 */
export function useKnownAddress(
  { data: addresses, dataUpdatedAt, refetch }: UseQueryResult<Address[]>,
  choosesOnly = false,
) {
  const { address } = useCart()
  const seen = useRef<{ address: Address | null; at: number }>({ address: null, at: 0 })

  useEffect(() => {
    if (seen.current.address !== address) seen.current = { address, at: Date.now() }
    if (!addresses) return
    const only = choosesOnly && addresses.length === 1 ? addresses[0] : undefined
    const right = addresses.find(({ _id }) => _id === address?._id) ?? only ?? null
    if (JSON.stringify(right) === JSON.stringify(address)) return
    if (dataUpdatedAt < seen.current.at) void refetch()
    else chooseAddress(right)
  }, [addresses, dataUpdatedAt, address, refetch, choosesOnly])
}
