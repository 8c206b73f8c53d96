import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'

export const mediaRoutes: RouteObject[] = [
  { path: 'media', element: lazyPage(async () => (await import('./media-page.tsx')).MediaPage) },
]
