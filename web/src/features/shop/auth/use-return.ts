import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { lastPlace } from './last-place.ts'
import { safeRedirect } from './safe-redirect.ts'

/** Leads back to where signing in was asked for, or else to the last place in the shop (T074, B51). */
export function useReturn(): () => void {
  const navigate = useNavigate()
  const [search] = useSearchParams()

  return () => {
    const asked = search.get('redirect')
    const path = asked === null ? lastPlace() : safeRedirect(asked)
    // The provider's script and popup are allowed in a document of the pay page's own only.
    if (path.startsWith(paths.pay(''))) location.assign(path)
    else void navigate(path, { replace: true })
  }
}
