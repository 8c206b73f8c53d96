import { paths } from '@mela/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { lastPlace } from '../../features/shop/auth/last-place.ts'
import { safeRedirect } from '../../features/shop/auth/safe-redirect.ts'
import { chooseAddress } from '../../features/shop/cart/cart.store.ts'
import { onTheWay } from '../../lib/browser/on-the-way.ts'
import { useShop } from '../../lib/shop.ts'

/**
 * Answers a function to call after signing in. It drops the cart's address, unless the same user comes back after an
 * ended session, and returns to the page that required it, else to the last page of the shop.
 */
export function useSignedIn(): (isSame: boolean) => void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { isClosed } = useShop()

  return isSame => {
    if (!isSame) chooseAddress(null)
    const asked = search.get('redirect')
    const path = asked === null ? lastPlace() : safeRedirect(asked)
    // The pay page needs its own document for the provider's script and popup; a closed shop sends menus only after login.
    if (isClosed || path.startsWith(paths.pay(''))) location.assign(path)
    else void navigate(path, { replace: true, ...(path === paths.shipping && { state: onTheWay }) })
  }
}
