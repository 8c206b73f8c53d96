import type { Product } from '@mela/contract'
import { categoryProductsQuery } from '../../../features/shop/catalog/catalog.api.ts'

export const RELATED_COUNT = 8

/** Loads one product more than is shown, because the product itself may be among them. */
export function relatedQuery({ category }: Product) {
  return categoryProductsQuery(category.slug, { page: 1, size: RELATED_COUNT + 1 })
}
