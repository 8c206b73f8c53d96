import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'

export const categoryRoutes: RouteObject[] = [
  { path: 'categories', element: lazyPage(async () => (await import('./categories-page.tsx')).CategoriesPage) },
]
