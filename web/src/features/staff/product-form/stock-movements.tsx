import { optionsText, orderName, type Product, type StockMovement, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { SelectBox } from '../../../ui/controls/select-box.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { FormCard } from './form-card.tsx'
import { stockMovementsQuery } from './product-history.api.ts'

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
