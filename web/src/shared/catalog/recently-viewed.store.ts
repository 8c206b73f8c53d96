import { type Product, RECENTLY_VIEWED_MAX } from '@mela/contract'
import { createStore } from '../../lib/storage.ts'
import { isPicture, isRecord, isStoredProduct, isText } from '../../lib/stored-product.ts'
import type { CardProduct } from './catalog.api.ts'

const store = createStore<readonly CardProduct[]>('mela.recently-viewed', [], stored =>
  Array.isArray(stored) ? stored.filter(isCardProduct).slice(0, RECENTLY_VIEWED_MAX) : undefined,
)

export const useRecentlyViewed = store.use

/** The newest first, without duplicates; with a full or disabled storage the list lasts as long as the page. */
export function recordView({ rating, version, variants, ...product }: Product): void {
  const others = store.get().filter(({ _id }) => _id !== product._id)
  store.set([product, ...others].slice(0, RECENTLY_VIEWED_MAX))
}

function isCardProduct(value: unknown): value is CardProduct {
  if (!isRecord(value) || !isStoredProduct(value)) return false
  const { slug = '', category, gallery } = value as Record<string, unknown>
  const isNamed = isText(slug) && isRecord(category) && isText(category.name)
  return isNamed && Array.isArray(gallery) && gallery.every(isPicture)
}
