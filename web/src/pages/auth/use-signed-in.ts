import { paths } from '@mela/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { lastPlace } from '../../features/shop/auth/last-place.ts'
import { safeRedirect } from '../../features/shop/auth/safe-redirect.ts'
import { chooseAddress } from '../../features/shop/cart/cart.store.ts'
import { useShop } from '../../lib/shop.ts'

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

/** Returns to the page that required signing in, else to the last page of the shop (T074, B51). */
function useReturn(): () => void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { isClosed } = useShop()

  return () => {
    const asked = search.get('redirect')
    const path = asked === null ? lastPlace() : safeRedirect(asked)
    // Only the pay page's own document allows the provider's script and popup; a closed shop shows menus to whom it knows.
    if (isClosed || path.startsWith(paths.pay(''))) location.assign(path)
    else void navigate(path, { replace: true })
  }
}
