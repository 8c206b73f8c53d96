import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { lastPlace } from './last-place.ts'
import { safeRedirect } from './safe-redirect.ts'

/** Returns to the page that required signing in, else to the last page of the shop (T074, B51). */
export function useReturn(): () => void {
  const navigate = useNavigate()
  const [search] = useSearchParams()

  return () => {
    const asked = search.get('redirect')
    const path = asked === null ? lastPlace() : safeRedirect(asked)
    // Only the pay page's own document allows the provider's script and popup.
    if (path.startsWith(paths.pay(''))) location.assign(path)
    else void navigate(path, { replace: true })
  }
}
