import type { Address } from '@mela/contract'
import { useEffect } from 'react'
import { chooseAddress, useCart } from '../../features/cart/cart.store.ts'

/** Keeps the chosen address in step with the customer's own list: one that is no longer there is let go (B77). */
export function useKnownAddress(addresses: readonly Address[] | undefined): void {
  const { address } = useCart()
  useEffect(() => {
    if (!addresses || !address) return
    const known = addresses.find(({ _id }) => _id === address._id) ?? null
    if (JSON.stringify(known) !== JSON.stringify(address)) chooseAddress(known)
  }, [addresses, address])
}
