import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'

export const homeRoutes: RouteObject[] = [
  { path: 'home', element: lazyPage(async () => (await import('./home-page.tsx')).DashboardHomePage) },
]
