import type { Address } from '@mela/contract'
import { useEffect } from 'react'
import { chooseAddress, useCart } from '../../features/cart/cart.store.ts'

/** Where there is one address and none is chosen, there is nothing to choose. */
export function useOnlyAddress(addresses: readonly Address[] | undefined): void {
  const { address } = useCart()
  useEffect(() => {
    const [first, ...others] = addresses ?? []
    if (first && others.length === 0 && !address) chooseAddress(first)
  }, [addresses, address])
}
