import { type Product, paths, productPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { BuyBar } from '../../../features/shop/cart/buy-bar.tsx'
import { usePurchase } from '../../../features/shop/cart/use-purchase.ts'
import { ProductSection } from '../../../features/shop/catalog/product-section.tsx'
import { ProductGallery } from '../../../features/shop/product/product-gallery.tsx'
import type { ProductChoice } from '../../../features/shop/product/use-choice.ts'
import { useRecordView } from '../../../features/shop/product/use-record-view.ts'
import { ReviewSection } from '../../../features/shop/reviews/review-section.tsx'
import { Origin } from '../../../lib/canonical.ts'
import { Breadcrumb } from '../../../ui/layout/breadcrumb.tsx'
import { ProductInfo } from './product-info.tsx'
import { RELATED_COUNT, relatedQuery } from './related-query.ts'
import { useShownProduct } from './use-shown-product.ts'

export function ProductView({ product }: { product: Product }) {
  const shown = useShownProduct(product)
  const purchase = usePurchase(shown.product, shown.choice.ask)
  const { ref, isInView } = useIsInView<HTMLButtonElement>()
  const related = useQuery(relatedQuery(product))
  const origin = use(Origin)
  const isById = useLocation().pathname.startsWith(paths.productById(''))
  useRecordView(product)

  return (
    <div className="shell">
      {origin && isById && <link rel="canonical" href={origin + productPath(product)} />}
      <div className="py-1.5">
        <Breadcrumb
          isShort
          items={[
            { label: 'Home', to: paths.home },
            ...product.trail.map(({ name, slug }) => ({ label: name, to: paths.category(slug) })),
            { label: product.name },
          ]}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-5 md:pt-2 lg:grid-cols-12 lg:gap-y-8 xl:gap-x-16">
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
      <BuyBar purchase={purchase} shown={shown} asked={askedOf(shown.choice)} isShown={!isInView} />
    </div>
  )
}

const askedOf = ({ isAsked, options, chosen }: ProductChoice) =>
  isAsked ? options.map(({ name }) => name).filter(name => chosen[name] === undefined) : []

/** Whether the element of `ref` is in view; false until that is known, because on phones it is below the first screen. */
function useIsInView<Of extends Element>() {
  const ref = useRef<Of>(null)
  const [isInView, setIsInView] = useState(false)

  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(entries => setIsInView(entries.at(-1)?.isIntersecting === true))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])

  return { ref, isInView }
}
