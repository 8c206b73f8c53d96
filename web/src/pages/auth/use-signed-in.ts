import { paths } from '@mela/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { lastPlace } from '../../features/shop/auth/last-place.ts'
import { safeRedirect } from '../../features/shop/auth/safe-redirect.ts'
import { chooseAddress } from '../../features/shop/cart/cart.store.ts'
import { useShop } from '../../lib/shop.ts'

/**
 * Answers a function to call after signing in. It drops the cart's address, which may be another user's, and returns
 * the visitor to the page from before (B113).
 */
export function useSignedIn(): () => void {
  const goBack = useReturn()

  return () => {
    chooseAddress(null)
    goBack()
  }
}

/** Returns to the page that required signing in, else to the last page of the shop (T074, B51). */
function useReturn(): () => void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { isClosed } = useShop()

  return () => {
    const asked = search.get('redirect')
    const path = asked === null ? lastPlace() : safeRedirect(asked)
    // The pay page needs its own document for the provider's script and popup; a closed shop sends menus only after login.
    if (isClosed || path.startsWith(paths.pay(''))) location.assign(path)
    else void navigate(path, { replace: true })
  }
}
