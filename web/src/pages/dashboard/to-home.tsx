import { Navigate } from 'react-router'
import { paths } from '../../lib/paths.ts'

/** DECISIONS B119. */
export function ToDashboardHome() {
  return <Navigate to={paths.dashboard} replace />
}
