import type { Product } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { usePurchase } from '../../../features/shop/cart/use-purchase.ts'
import { ProductSection } from '../../../features/shop/catalog/product-section.tsx'
import { ProductGallery } from '../../../features/shop/product/product-gallery.tsx'
import { useRecordView } from '../../../features/shop/product/use-record-view.ts'
import { latePart } from '../../../lib/browser/late-part.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.tsx'
import { ProductInfo } from './product-info.tsx'
import { RELATED_COUNT, relatedQuery } from './related-query.ts'
import { useShownProduct } from './use-shown-product.ts'

const BuyBar = lazyPart(async () => (await import('../../../features/shop/cart/buy-bar.tsx')).BuyBar)
const ReviewSection = latePart(
  async () => (await import('../../../features/shop/reviews/review-section.tsx')).ReviewSection,
)

export function ProductView({ product }: { product: Product }) {
  const shown = useShownProduct(product)
  const purchase = usePurchase(shown.product, shown.choice.ask)
  const { ref, hasPassed, hadPassed } = useHasPassed<HTMLButtonElement>()
  const related = useQuery(relatedQuery(product))
  useRecordView(product)

  return (
    <div className="shell">
      <div className="grid gap-x-12 gap-y-8 md:pt-2 lg:grid-cols-12 xl:gap-x-16">
        <div className="lg:col-span-7">
          <ProductGallery product={product} priced={shown.product} shown={shown.picture} />
        </div>
        <div className="self-start lg:sticky lg:top-22 lg:col-span-5">
          <ProductInfo product={product} shown={shown} purchase={purchase} buttonRef={ref} />
        </div>
      </div>
      <ReviewSection product={product} />
      <div className="pt-14 md:pt-20">
        <ProductSection title="Related products" query={related} exceptId={product._id} count={RELATED_COUNT} />
      </div>
      <Suspense fallback={placeOfBuyBar}>
        {hadPassed ? <BuyBar purchase={purchase} shown={shown} isShown={hasPassed} /> : placeOfBuyBar}
      </Suspense>
    </div>
  )
}

/** Reserves the place of the buy bar, so that the footer does not move when the bar appears. */
const placeOfBuyBar = (
  <div className="buy-bar invisible lg:hidden">
    <div className="h-12" />
  </div>
)

/** True while the element of `ref` is scrolled out at the top, false after that; undefined before it first was. */
function useHasPassed<Of extends Element>() {
  const ref = useRef<Of>(null)
  const [hasPassed, setHasPassed] = useState<boolean>()

  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => {
      const isOut = entry && !entry.isIntersecting && entry.boundingClientRect.top < 0
      // Stays undefined until the element has been scrolled out once.
      setHasPassed(before => isOut || (before === undefined ? undefined : false))
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])

  return { ref, hasPassed: hasPassed === true, hadPassed: hasPassed !== undefined }
}
