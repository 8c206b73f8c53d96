import { paths } from '@mela/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { lastPlace } from '../../features/shop/auth/last-place.ts'
import { safeRedirect } from '../../features/shop/auth/safe-redirect.ts'
import { useShop } from '../../lib/shop.ts'

/** After signing in: returns to the page that required it, else to the last page of the shop (T074, B51). */
export function useSignedIn(): () => void {
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
