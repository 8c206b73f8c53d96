import { type Address, type AddressInput, IDEMPOTENCY_HEADER } from '@mela/contract'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { dataQuery, refresh } from '../../lib/query-keys.ts'
import { createRequestKey } from '../../lib/request-key.ts'
import { useCart } from '../cart/cart.store.ts'
import { chooseAddress } from '../cart/change-cart.ts'
import { currentChoices } from '../cart/choices.store.ts'

/** The signed-in customer's own addresses, newest first. */
export const addressesQuery = () => dataQuery('GET /users/current-user/addresses')

/** Changes the address with this id, or adds a new one without it. */
export function useSaveAddress(addressId: string | undefined) {
  const queryClient = useQueryClient()
  const [key] = useState(createRequestKey)
  return async (body: AddressInput) => {
    const answer = await (addressId === undefined
      ? call('POST /users/current-user/addresses', { body, headers: { [IDEMPOTENCY_HEADER]: key.of(body) } })
      : call('PUT /users/current-user/addresses/:addressId', { params: { addressId }, body }))
    // Not awaited: the list may replace the form, which must know before that it is saved.
    void refresh(queryClient, 'users')
    return answer
  }
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
    // An express payment may bring one that is in no list.
    if (!addresses || (address?._id === '' && currentChoices().express?.isApproved)) return
    const only = choosesOnly && addresses.length === 1 ? addresses[0] : undefined
    const right = addresses.find(({ _id }) => _id === address?._id) ?? only ?? null
    if (JSON.stringify(right) === JSON.stringify(address)) return
    if (dataUpdatedAt < seen.current.at) void refetch()
    else chooseAddress(right)
  }, [addresses, dataUpdatedAt, address, refetch, choosesOnly])
}
