import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'

export const auditRoutes: RouteObject[] = [
  { path: 'audit', element: lazyPage(async () => (await import('./audit-page.tsx')).AuditPage) },
]
