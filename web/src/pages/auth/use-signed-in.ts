import { useReturn } from '../../features/shop/auth/use-return.ts'
import { chooseAddress } from '../../features/shop/cart/cart.store.ts'

/** What follows signing in: the address in the cart may be somebody else's, and the visitor goes back (B113). */
export function useSignedIn(): () => void {
  const goBack = useReturn()

  return () => {
    chooseAddress(null)
    goBack()
  }
}
