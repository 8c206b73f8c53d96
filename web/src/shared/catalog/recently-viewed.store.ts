import { type Product, type ProductCard, RECENTLY_VIEWED_MAX } from '@mela/contract'
import { createStore } from '../../lib/storage.ts'
import { isPicture, isRecord, isStoredProduct, isText } from '../../lib/stored-product.ts'

type ViewedProduct = Omit<Product, 'slug' | 'rating' | 'version' | 'variants'> & { slug?: string }

const store = createStore<readonly ViewedProduct[]>('mela.recently-viewed', [], stored =>
  Array.isArray(stored) ? stored.filter(isViewedProduct).slice(0, RECENTLY_VIEWED_MAX) : undefined,
)

/** Newest first, without duplicates. */
export const useRecentlyViewed = store.use
export const recentlyViewed = store.get

export function recordView({ rating, version, variants, ...product }: Product): void {
  const others = store.get().filter(({ _id }) => _id !== product._id)
  keep([product, ...others])
}

/** Updates the requested products that are still active, and drops the requested ones that are not. */
export function refreshViewed(asked: readonly string[], products: readonly ProductCard[]): void {
  const kept = store.get().flatMap(viewed => {
    const fresh = products.find(({ _id }) => _id === viewed._id)
    if (!fresh) return asked.includes(viewed._id) ? [] : [viewed]
    const { rating, ...card } = fresh
    return [{ ...viewed, priceRange: undefined, ...card }]
  })
  keep(kept)
}

/** With a full or disabled storage the list lasts as long as the page. */
function keep(products: readonly ViewedProduct[]): void {
  store.set(products.slice(0, RECENTLY_VIEWED_MAX))
}

function isViewedProduct(value: unknown): value is ViewedProduct {
  if (!isRecord(value) || !isStoredProduct(value)) return false
  const { slug, category, gallery, reviews, description } = value as Record<string, unknown>
  return (
    (slug === undefined || isText(slug)) &&
    isRecord(category) &&
    isText(category.name) &&
    isText(category.slug) &&
    isText(description) &&
    Array.isArray(reviews) &&
    Array.isArray(gallery) &&
    gallery.every(isPicture)
  )
}
