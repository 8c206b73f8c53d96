import { type Product, paths, productPath, RECENTLY_VIEWED_DELAY_MS } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, use, useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { foundIn, isMissing } from '../../../lib/api.ts'
import { Origin } from '../../../lib/canonical.ts'
import { Redirect } from '../../../lib/link.tsx'
import { load, pageLoad } from '../../../lib/page-data.ts'
import { categoryProductsQuery, productQuery } from '../../../shared/catalog/catalog.api.ts'
import { ProductSection } from '../../../shared/catalog/product-grid.tsx'
import { recordView } from '../../../shared/catalog/recently-viewed.store.ts'
import { Async } from '../../../ui/async.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { Price, StockNote } from '../../../ui/price.tsx'
import { MissingPage } from '../layout/missing-page.tsx'
import { type ShownProduct, useShownProduct } from './choice.ts'
import { ProductGallery } from './product-gallery.tsx'
import { ProductInfo, type Purchase, usePurchase } from './product-info.tsx'
import { ReviewSection } from './reviews/review-section.tsx'

const RELATED_COUNT = 8

const CartPanel = lazyPart(async () => (await import('../../../shared/cart/cart-panel.tsx')).CartPanel)

export async function loader(args: LoaderFunctionArgs) {
  const query = productQuery(args.params)
  await load(args, query)
  const product = foundIn(args.context.get(pageLoad).queryClient.getQueryData(query.queryKey))
  return product ? load(args, relatedQuery(product)) : null
}

export function ProductPage() {
  const params = useParams()
  const { search } = useLocation()
  const query = useQuery(productQuery(params))

  return (
    <Async isLate query={query} loading={<ProductSkeleton />} error="Something went wrong...">
      {product => {
        if (isMissing(product)) return <MissingPage subject="Product" message={product.missing} />
        // A link with the slug from before the product got another one.
        if (params.productSlug && params.productSlug.toLowerCase() !== product.slug)
          return <Redirect to={productPath(product) + search} />
        if (!product.isActive) return <MissingPage subject="Product" message="Product is not available." />
        return <ProductView key={product._id} product={product} />
      }}
    </Async>
  )
}

function ProductSkeleton() {
  return (
    <div className="shell">
      <div className="py-1.5">
        <Skeleton className="my-1.5 h-4 w-48 rounded-full" />
      </div>
      <div className="grid gap-x-12 gap-y-5 md:pt-2 lg:grid-cols-12 lg:gap-y-8 xl:gap-x-16">
        <div className="max-md:-mx-(--gutter) lg:col-span-7">
          <Skeleton className="aspect-square max-h-[56svh] w-full md:max-h-none md:rounded-tile" />
        </div>
        <div className="grid content-start gap-5 lg:col-span-5">
          <Skeleton className="h-10 w-4/5 rounded-control" />
          <Skeleton className="h-4 w-32 rounded-full" />
          <Skeleton className="h-7 w-40 rounded-full" />
          <Skeleton className="h-11 rounded-control" />
          <Skeleton className="h-36 rounded-control" />
        </div>
      </div>
    </div>
  )
}

function ProductView({ product }: { product: Product }) {
  const shown = useShownProduct(product)
  const purchase = usePurchase(shown.product, shown.choice.ask)
  const { ref, isInView } = useIsInView<HTMLButtonElement>()
  const related = useQuery({
    ...relatedQuery(product),
    select: ({ data }) => ({ data: data.filter(({ _id }) => _id !== product._id).slice(0, RELATED_COUNT) }),
  })
  const origin = use(Origin)
  const isById = useLocation().pathname.startsWith(paths.productById(''))
  useRecordView(product)

  return (
    <div className="shell">
      {origin && isById && <link rel="canonical" href={origin + productPath(product)} />}
      <div className="py-1.5">
        <Breadcrumb
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
        <ProductSection title="Related products" query={related} />
      </div>
      {purchase.added && (
        <Suspense>
          <CartPanel line={purchase.added} onClose={purchase.closePanel} />
        </Suspense>
      )}
      <BuyBar purchase={purchase} shown={shown} isShown={!isInView} />
    </div>
  )
}

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

export function useRecordView(product: Product): void {
  useEffect(() => {
    if (!product.isActive) return
    const timer = setTimeout(() => recordView(product), RECENTLY_VIEWED_DELAY_MS)
    return () => clearTimeout(timer)
  }, [product])
}

/** On small screens: price and button at the bottom while the page's own button is out of view. */
function BuyBar({ purchase, shown, isShown }: { purchase: Purchase; shown: ShownProduct; isShown: boolean }) {
  const { product, held, available, add } = purchase
  const { isAsked, options, chosen } = shown.choice
  const asked = isAsked ? options.map(({ name }) => name).filter(name => chosen[name] === undefined) : []

  return (
    <div className={cx('buy-bar transition duration-200 lg:hidden', !isShown && 'invisible translate-y-2 opacity-0')}>
      <div className="grid grow basis-24">
        <span>
          {shown.isFrom && <span>from </span>}
          <Price product={product} />
        </span>
        {asked.length > 0 ? (
          <p className="type-small wrap-anywhere text-danger">{`Choose ${asked.join(' and ')}`}</p>
        ) : held > 0 && available < 1 ? (
          <p className="type-small text-ink-2">{`All ${held} in your cart`}</p>
        ) : (
          <StockNote stock={shown.stock} isBeforeChoice={shown.isBeforeChoice} />
        )}
      </div>
      <Button variant="primary" className="h-12! max-w-72 grow" disabled={available < 1} onClick={add}>
        Add to cart
      </Button>
    </div>
  )
}

/** Loads one product more than is shown, because the product itself may be among them. */
function relatedQuery({ category }: Product) {
  return categoryProductsQuery(category.slug, { page: 1, size: RELATED_COUNT + 1 })
}
