import { type Product, RECENTLY_VIEWED_DELAY_MS } from '@mela/contract'
import { useEffect } from 'react'
import { recordView } from './recently-viewed.store.ts'

/** Remembers an available product after one second on its page (T046). */
export function useRecordView(product: Product | undefined): void {
  useEffect(() => {
    if (!product?.isActive) return
    const timer = setTimeout(recordView, RECENTLY_VIEWED_DELAY_MS, product)
    return () => clearTimeout(timer)
  }, [product])
}
