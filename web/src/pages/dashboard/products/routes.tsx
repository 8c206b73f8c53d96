import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'

const lists = () => import('./product-list-pages.tsx')

export const productRoutes: RouteObject[] = [
  { path: 'products', element: lazyPage(async () => (await lists()).AllProductsPage) },
  { path: 'products/on-sale', element: lazyPage(async () => (await lists()).ProductsOnSalePage) },
  { path: 'products/inactive', element: lazyPage(async () => (await lists()).InactiveProductsPage) },
  { path: 'products/new', element: lazyPage(async () => (await import('./new-product-page.tsx')).NewProductPage) },
  {
    path: 'products/edit/:productId',
    element: lazyPage(async () => (await import('./edit-product-page.tsx')).EditProductPage),
  },
  { path: 'products/import', element: lazyPage(async () => (await import('./import-page.tsx')).ImportPage) },
]
