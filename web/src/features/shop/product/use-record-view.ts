import { type Product, RECENTLY_VIEWED_DELAY_MS } from '@mela/contract'
import { useEffect } from 'react'

/** Remembers an available product after one second on its page. */
export function useRecordView(product: Product | undefined): void {
  useEffect(() => {
    if (!product?.isActive) return
    // When the code cannot be loaded, the product is not remembered.
    const record = async () => (await import('./recently-viewed.store.ts')).recordView(product)
    const timer = setTimeout(() => void record().catch(() => {}), RECENTLY_VIEWED_DELAY_MS)
    return () => clearTimeout(timer)
  }, [product])
}
