import { type Order, priceOrFree } from '@mela/contract'
import { LineOptions } from '../../../ui/values/line-options.tsx'
import { Picture } from '../../../ui/values/picture.tsx'

type Line = Order['products'][number]

const MOST_SHOWN = 3

/** What is bought, above the amount: the first lines, and the others on request. */
export function SmallLines({ order: { products, currency } }: { order: Pick<Order, 'products' | 'currency'> }) {
  const others = products.slice(MOST_SHOWN)

  return (
    <section aria-label="Products" className="grid grid-cols-1 gap-3">
      <Lines lines={products.slice(0, MOST_SHOWN)} currency={currency} />
      {others.length > 0 && (
        <details className="grid gap-3">
          <summary className="type-small -my-2 w-fit cursor-pointer py-2 text-ink-2 underline underline-offset-3">
            {`All ${products.length} products`}
          </summary>
          <div className="pt-3">
            <Lines lines={others} currency={currency} />
          </div>
        </details>
      )}
    </section>
  )
}

function Lines({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {lines.map(({ product, variant, options, quantity, price }) => (
        <li key={variant} className="type-small flex items-center gap-3">
          <Picture picture={product.thumbnail} alt="" sizes="48px" className="w-12! shrink-0 rounded-control" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="truncate">
              {product.name}
            </p>
            <LineOptions line={{ options }} />
          </div>
          <p className="shrink-0 text-ink-2 tabular-nums">
            {quantity > 1 && <span>{`${quantity} × `}</span>}
            <span>{priceOrFree(price, currency)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
