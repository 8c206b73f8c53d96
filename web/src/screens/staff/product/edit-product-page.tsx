import { optionsText, orderName, type Product, productPath, type StockMovement, staffPaths } from '@mela/contract'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, isMissing } from '../../../lib/api.ts'
import { Async, ErrorState } from '../../../ui/async.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, ButtonLink, textLink } from '../../../ui/button.tsx'
import { ChangeHistory, HISTORY_STEP } from '../../../ui/change-history.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { Time } from '../../../ui/time.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { productLinks } from '../products/products.api.ts'
import { staffProductQuery, useSaveProduct, useUndoChange } from './product.api.ts'
import { FormCard } from './product-cards.tsx'
import { ProductScreen, ProductSkeleton } from './product-screen.tsx'
import { picturesOf, valuesOf } from './product-values.ts'

export function EditProductPage() {
  const { productId = '' } = useParams()
  const product = useQuery(staffProductQuery(productId))
  const found = product.data && !isMissing(product.data) ? product.data : undefined

  return (
    <Section
      title={found?.name ?? 'Edit product'}
      links={productLinks}
      isNarrow
      action={
        found && (
          <>
            <SectionAction label="View in the shop" icon={ExternalLink} href={productPath(found)} isQuiet />
            <SectionAction label="Duplicate" icon={Copy} to={staffPaths.duplicateProduct(productId)} isQuiet />
          </>
        )
      }
    >
      <BackLink to={listOf(found)}>{found?.isActive === false ? 'Inactive products' : 'Active products'}</BackLink>
      <Async
        query={product}
        loading={<ProductSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
      >
        {product => (isMissing(product) ? <Missing /> : <EditProduct key={product._id} product={product} />)}
      </Async>
    </Section>
  )
}

/** The list that contains a product. */
const listOf = (product: Product | undefined) =>
  product?.isActive === false ? staffPaths.inactiveProducts : staffPaths.products

/** Shown for a product that does not exist. */
function Missing() {
  return (
    <ErrorState message="Product not found.">
      <ButtonLink to={staffPaths.products} variant="outline" size={40}>
        Active products
      </ButtonLink>
    </ErrorState>
  )
}

function EditProduct({ product }: { product: Product }) {
  const queryClient = useQueryClient()
  const save = useSaveProduct()

  return (
    <ProductScreen
      product={product}
      values={valuesOf(product)}
      pictures={picturesOf(product)}
      onSave={save}
      onReload={latest => queryClient.setQueryData(staffProductQuery(product._id).queryKey, latest)}
      backTo={listOf(product)}
    >
      <StockMovements product={product} />
      <ProductHistory productId={product._id} />
    </ProductScreen>
  )
}

/** Audit events of a product, newest first; each change can be undone once. */
export function ProductHistory({ productId }: { productId: string }) {
  const [size, setSize] = useState(HISTORY_STEP)
  const history = useQuery(productHistoryQuery(productId, size))

  return (
    <FormCard title="History">
      <p className="text-ink-2">Undo brings back earlier values. The stock stays as it is.</p>
      <ChangeHistory
        query={history}
        undo={useUndoChange(productId)}
        empty="Nothing was changed since the product came into the shop."
        entryOf={change => change}
        onMore={() => setSize(size + HISTORY_STEP)}
      />
    </FormCard>
  )
}

/** The stock movements of a product, loaded when the card is opened. */
export function StockMovements({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false)

  return (
    <FormCard
      title="Stock movements"
      aside={
        <Button variant="ghost" size={40} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <span>{isOpen ? 'Hide' : 'Show'}</span> <ChevronDown className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </Button>
      }
    >
      {isOpen && <Movements product={product} />}
    </FormCard>
  )
}

function Movements({ product }: { product: Product }) {
  const [page, setPage] = useState(1)
  const [variant, setVariant] = useState('')
  const movements = useQuery(stockMovementsQuery(product._id, { page, variant }))
  const hasOptions = product.options.length > 0

  return (
    <>
      {hasOptions && (
        <div className="max-w-80">
          <SelectBox
            aria-label="Variant"
            value={variant}
            onChange={event => {
              setVariant(event.currentTarget.value)
              setPage(1)
            }}
          >
            <option value="">All variants</option>
            {product.variants.map(({ _id, options }) => (
              <option key={_id} value={_id}>
                {optionsText(options)}
              </option>
            ))}
          </SelectBox>
        </div>
      )}
      <Async
        query={movements}
        loading={<Skeleton className="h-24 rounded-control" />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
        empty={<p className="text-ink-2">The stock has not changed yet.</p>}
      >
        {({ data, meta }) => (
          <>
            <ol className="grid">
              {data.map(movement => (
                <Movement
                  key={movement.id}
                  movement={movement}
                  withVariant={(hasOptions && variant === '') || movement.variant.isDeleted}
                />
              ))}
            </ol>
            {meta.pageCount > 1 && (
              <div className="flex items-center gap-3">
                <Button variant="outline" size={40} disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Newer
                </Button>
                <Button variant="outline" size={40} disabled={page >= meta.pageCount} onClick={() => setPage(page + 1)}>
                  Older
                </Button>
                <p role="status" className="type-small text-ink-2">
                  {`Page ${page} of ${meta.pageCount}`}
                </p>
              </div>
            )}
          </>
        )}
      </Async>
    </>
  )
}

function Movement({ movement, withVariant }: { movement: StockMovement; withVariant: boolean }) {
  const { at, delta, variant } = movement

  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 border-line py-2.5 not-last:border-b sm:grid-cols-[3.5rem_minmax(0,1fr)_auto]">
      <span className="text-right font-semibold tabular-nums">{delta > 0 ? `+${delta}` : `−${-delta}`}</span>
      <span>
        <Cause movement={movement} />
        {withVariant && (
          <span className="type-small wrap-anywhere block text-ink-2">
            {`${optionsText(variant.options) || 'Without options'}${variant.isDeleted ? ' (deleted)' : ''}`}
          </span>
        )}
      </span>
      <span className="type-small text-ink-2 max-sm:col-start-2">
        <Time value={at} style="date-time" />
      </span>
    </li>
  )
}

function Cause({ movement: { reason, order, orderNumber, actor } }: { movement: StockMovement }) {
  if (order) {
    return (
      <>
        <span>{reason === 'order' ? 'Sold with' : 'Returned with'}</span>{' '}
        <Link to={staffPaths.order(order)} className={textLink}>
          {orderName({ _id: order, number: orderNumber })}
        </Link>
      </>
    )
  }
  if (reason === 'opening') return <span>Opening stock</span>
  if (!actor) return <span>Set by the shop</span>
  return (
    <span dir="auto">{`Set by ${actor.name ? `${actor.name.firstName} ${actor.name.lastName}` : 'a former user'}`}</span>
  )
}

/** The newest `size` changes of a product. */
const productHistoryQuery = (id: string, size: number) =>
  queryOptions({
    queryKey: ['products', 'staff', id, 'history', size],
    queryFn: () => call('GET /products/:id/history', { params: { id }, query: { size } }),
    placeholderData: keepPreviousData,
  })

/** Changes of a product's stock, of one variant or, with '', of all. */
const stockMovementsQuery = (id: string, { page, variant }: { page: number; variant: string }) =>
  queryOptions({
    queryKey: ['products', 'staff', id, 'stock-movements', page, variant],
    queryFn: () =>
      call('GET /products/:id/stock-movements', { params: { id }, query: { page, ...(variant && { variant }) } }),
    placeholderData: keepPreviousData,
  })
