import type { Address } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { chooseAddress, useCart } from '../../../shared/cart/cart.store.ts'

interface Options {
  /** A single address is chosen by default. */
  choosesOnly?: boolean
}

/**
 * Keeps the chosen address in step with the customer's list: a deleted one is unselected. A list that is older than the
 * choice is reloaded first: another tab may have changed both.
 */
export function useKnownAddress(list: UseQueryResult<Address[]>, { choosesOnly = false }: Options = {}): void {
  const { data: addresses, dataUpdatedAt, refetch } = list
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
