import type { Report } from '@mela/contract'
import { countLabel } from '../../../lib/format/format.ts'
import { usePrice } from '../../../lib/shop.ts'
import { Card } from './card.tsx'
import { ProductLine } from './product-line.tsx'

export function BestSellersCard({ bestSellers }: { bestSellers: Report['bestSellers'] }) {
  const price = usePrice()
  return (
    <Card title="Best sellers" aside={<span className="type-small text-ink-2">Without tax, shipping and refunds</span>}>
      {bestSellers.length === 0 && <p className="text-ink-2">Nothing was sold in these days.</p>}
      <ol className="-my-2">
        {bestSellers.map(({ _id, name, thumbnail, units, total }) => (
          <ProductLine key={_id} id={_id} name={name} thumbnail={thumbnail}>
            <span className="text-right tabular-nums">
              <span className="block font-semibold">{price(total)}</span>
              <span className="type-small block text-ink-2">{countLabel(units, 'unit')}</span>
            </span>
          </ProductLine>
        ))}
      </ol>
    </Card>
  )
}
