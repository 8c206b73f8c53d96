import { optionsText, orderName, type Product, productPath, type StockMovement, staffPaths } from '@mela/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { call, foundIn } from '../../../lib/api.ts'
import { dataQuery, listQuery, useRefreshProductsAfter } from '../../../lib/query-keys.ts'
import { Async } from '../../../ui/async.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, textLink } from '../../../ui/button.tsx'
import { ChangeHistory, GrowingList } from '../../../ui/change-history.tsx'
import { Card } from '../../../ui/headings.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { productLinks } from '../products/products.api.ts'
import { staffProductQuery } from './product.api.ts'
import { listOf, ProductScreen, productSkeleton } from './product-form.tsx'

/** A new product, or with `from` a copy of another one. */
export function NewProductPage() {
  const [params] = useSearchParams()
  const from = params.get('from')

  return (
    <Section title="New Product" links={productLinks} isNarrow>
      {from ? <CopiedProduct key={from} from={from} /> : <ProductScreen />}
    </Section>
  )
}

function CopiedProduct({ from }: { from: string }) {
  const original = useQuery(staffProductQuery(from))
  const planned = useQuery(dataQuery('GET /planned-prices', { query: { product: from } }))

  return (
    <Async query={planned} loading={productSkeleton}>
      {planned => (
        <Async query={original} loading={productSkeleton}>
          {original => (
            <ProductScreen original={planned.length > 0 ? withoutSale(foundIn(original)) : foundIn(original)} />
          )}
        </Async>
      )}
    </Async>
  )
}

/** A planned sale ends for its own products alone, so a copy has none. */
function withoutSale(product: Product | undefined): Product | undefined {
  const variants = product?.variants.map(({ own: { onSale, salePrice, ...own }, ...variant }) => ({ ...variant, own }))
  return product && { ...product, onSale: false, salePrice: 0, variants: variants ?? [] }
}

export function EditProductPage() {
  const { productId = '' } = useParams()
  const product = useQuery(staffProductQuery(productId))
  const found = foundIn(product.data)

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
      <Loaded query={product} missing="Product not found.">
        {product => (
          <ProductScreen key={product._id} product={product}>
            <StockMovements product={product} />
            <ProductHistory productId={product._id} />
          </ProductScreen>
        )}
      </Loaded>
    </Section>
  )
}

/** Audit events of a product, newest first; a change can be undone while its fields are as it left them. */
function ProductHistory({ productId: id }: { productId: string }) {
  const queryClient = useQueryClient()
  // Reloads after an error too: when the answer is lost, only the history shows whether the change was undone.
  const after = useRefreshProductsAfter()

  async function undo(entry: number) {
    const answer = await after(call('POST /products/:id/history/:entry/undo', { params: { id, entry } }))
    queryClient.setQueryData(staffProductQuery(id).queryKey, answer.data)
    return answer
  }

  return (
    <Card title="History">
      <p className="text-ink-2">Undo brings back earlier values. The stock stays as it is.</p>
      <ChangeHistory
        queryOf={size => listQuery('GET /products/:id/history', { params: { id }, query: { size } })}
        undo={undo}
        empty="Nothing was changed since the product came into the shop."
        entryOf={change => change}
      />
    </Card>
  )
}

function StockMovements({ product }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false)

  return (
    <Card
      title="Stock movements"
      action={
        <Button variant="ghost" size={40} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <span>{isOpen ? 'Hide' : 'Show'}</span> <ChevronDown className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </Button>
      }
    >
      {isOpen && <Movements product={product} />}
    </Card>
  )
}

function Movements({ product: { _id: id, options, variants } }: { product: Product }) {
  const [variant, setVariant] = useState('')
  const hasOptions = options.length > 0

  return (
    <>
      {hasOptions && (
        <div className="max-w-80">
          <SelectBox
            aria-label="Variant"
            value={variant}
            onChange={event => setVariant(event.currentTarget.value)}
            placeholder="All variants"
            options={variants.map(({ _id, options }) => ({ value: _id, label: optionsText(options) }))}
          />
        </div>
      )}
      <GrowingList
        queryOf={size => listQuery('GET /products/:id/stock-movements', { params: { id }, query: { size, variant } })}
        empty="The stock has not changed yet."
      >
        {movement => (
          <Movement
            key={movement.id}
            movement={movement}
            withVariant={(hasOptions && variant === '') || movement.variant.isDeleted}
          />
        )}
      </GrowingList>
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
