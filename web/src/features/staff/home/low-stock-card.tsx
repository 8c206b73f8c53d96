import { type LowStock, optionsText } from '@mela/contract'
import { countLabel } from '../../../lib/format/format.ts'
import { cx } from '../../../ui/layout/cx.ts'
import { Card } from './card.tsx'
import { ProductLine } from './product-line.tsx'

export function LowStockCard({ lowStock: { total, products } }: { lowStock: LowStock }) {
  return (
    <Card title="Low stock" aside={<span className="type-small text-ink-2">{countLabel(total, 'product')}</span>}>
      {total === 0 && <p className="text-ink-2">Every active product has enough units.</p>}
      <ul className="-my-2">
        {products.map(({ _id, name, thumbnail, stock, options }) => (
          <ProductLine
            key={_id}
            id={_id}
            name={[name, optionsText(options)].filter(Boolean).join(', ')}
            thumbnail={thumbnail}
          >
            <span
              className={cx(
                'inline-flex h-6 items-center rounded-full px-2.5 font-medium text-xs',
                stock === 0 ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn',
              )}
            >
              {stock === 0 ? 'Out of stock' : `Only ${stock} left`}
            </span>
          </ProductLine>
        ))}
      </ul>
    </Card>
  )
}
