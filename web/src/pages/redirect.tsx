import { Navigate } from 'react-router'
import { useHydrated } from '../lib/browser/hydrated.ts'

/** Replaces the address from the browser: the server's router cannot navigate while it renders, and would warn. */
export function Redirect({ to }: { to: string }) {
  return useHydrated() ? <Navigate to={to} replace /> : null
}
