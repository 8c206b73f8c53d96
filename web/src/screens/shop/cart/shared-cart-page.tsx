import { effectivePrice, fromCents, paths, toCents } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { ApiError, call, isNotFound } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { linesToSave } from '../../../shared/cart/account-cart.store.ts'
import { loadLines } from '../../../shared/cart/cart.api.ts'
import { type CartItem, currentCart, isAvailable, lineId, linePath } from '../../../shared/cart/cart.store.ts'
import { pricedItem } from '../../../shared/cart/cart-amounts.ts'
import { NO_WORDS, replaceCart } from '../../../shared/cart/change-cart.ts'
import { mergeCarts } from '../../../shared/cart/merge-carts.ts'
import { OrderLines } from '../../../shared/orders/order-lines.tsx'
import { ErrorState } from '../../../ui/async.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { EmptyState, Skeleton } from '../../../ui/notice.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'

/** What somebody has shared, at the prices of now. */
export function SharedCartPage() {
  const { token = '' } = useParams()
  const { data: shared, error, refetch } = useQuery(sharedCartQuery(token))

  return (
    <div className="shell grid min-h-[calc(100dvh-4.5rem)] max-w-180! grid-cols-1 content-start gap-6 pt-8 md:gap-8 md:pt-12">
      <PageTitle title="A shared cart" heading="A cart was shared with you" />
      {shared && <SharedLines {...shared} />}
      {error && isNotFound(error) && (
        <EmptyState icon={PackageX} text={error instanceof ApiError ? error.message : ''}>
          <ButtonLink to={paths.home} variant="primary" className="mt-2">
            Start browsing
          </ButtonLink>
        </EmptyState>
      )}
      {error && !isNotFound(error) && <ErrorState message="Something went wrong..." onRetry={() => void refetch()} />}
      {!shared && !error && <Skeleton className="h-72 rounded-tile" />}
    </div>
  )
}

const sharedCartQuery = (token: string) =>
  queryOptions({
    queryKey: ['cart', 'shared', token],
    queryFn: async () => {
      const { lines } = (await call('GET /cart/shared/:token', { params: { token } })).data
      const items = (await loadLines(lines)).filter(({ product }) => isAvailable(product))
      return { items: items.map(withinStock), gone: lines.length - items.length }
    },
  })

const withinStock = ({ product, quantity }: CartItem) => ({ product, quantity: Math.min(quantity, product.stock) })

function SharedLines({ items, gone }: { items: CartItem[]; gone: number }) {
  const { currency } = useShop()
  const price = usePrice()
  const navigate = useNavigate()
  const cents = items.map(({ product, quantity }) => toCents(effectivePrice(product)) * quantity)

  function takeOver() {
    addShared(items)
    toastSuccess('The products are in your cart.')
    void navigate(paths.cart)
  }

  return (
    <>
      {items.length > 0 && <OrderLines lines={items.map(lineOf)} currency={currency} />}
      {gone > 0 && (
        <p className="text-ink-2">{`${countLabel(gone, 'product')} of it ${gone === 1 ? 'is' : 'are'} not for sale now.`}</p>
      )}
      {items.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="type-h3 tabular-nums">{`${price(fromCents(cents.reduce((sum, one) => sum + one, 0)))} today`}</p>
          <Button variant="primary" className="max-sm:w-full" onClick={takeOver}>
            Add these to my cart
          </Button>
        </div>
      )}
    </>
  )
}

function lineOf(item: CartItem) {
  const { product } = item
  const { options = {} } = product.variant ?? {}
  const { name, thumbnail } = product
  return { id: lineId(product), path: linePath(product), name, options, thumbnail, ...pricedItem(item) }
}

/** Of what both carts hold the higher quantity counts: taking over twice adds nothing. */
function addShared(shared: CartItem[]): void {
  const { items } = currentCart()
  const contents = (list: CartItem[]) => ({ lines: linesToSave(list), ...NO_WORDS })
  const { lines } = mergeCarts(contents([]), contents(items), contents(shared))
  // A gift card of the own cart keeps its recipient.
  const known = new Map([...shared, ...items].map(item => [lineId(item.product), item]))
  const merged = lines.flatMap(({ variant, quantity }) => {
    const item = known.get(variant)
    return item ? [{ ...item, quantity }] : []
  })
  replaceCart([...merged, ...items.filter(({ product }) => !product.variant)])
}
