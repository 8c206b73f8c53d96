import { useReturn } from '../../features/shop/auth/use-return.ts'
import { chooseAddress } from '../../features/shop/cart/cart.store.ts'

/**
 * After signing in: the cart's address may be another user's, so it is dropped, and the visitor returns to their page
 * (B113).
 */
export function useSignedIn(): () => void {
  const goBack = useReturn()

  return () => {
    chooseAddress(null)
    goBack()
  }
}
