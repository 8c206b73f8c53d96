import type { StaffDiscount } from '@mela/contract'
import { usePrice } from '../../../lib/shop.ts'
import { Card } from '../../../ui/headings.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Facts } from '../layout/record-parts.tsx'
import { STATE_LABELS, usesText } from './describe-discount.ts'

/** What a discount has done so far. */
export function DiscountFigures({ discount }: { discount: StaffDiscount | undefined }) {
  const price = usePrice()
  return (
    <Card title="Uses and revenue">
      {discount ? (
        <>
          <Facts
            facts={{
              State: <Tag tone={discount.state === 'paused' ? 'warn' : 'plain'}>{STATE_LABELS[discount.state]}</Tag>,
              Uses: usesText(discount),
              Revenue: price(discount.revenue),
              'Taken off': price(discount.givenAway),
            }}
          />
          <p className="type-small text-ink-2">
            Uses are of all orders that are not cancelled; revenue is of those that were paid.
          </p>
        </>
      ) : (
        <p className="text-ink-2">They are counted from the first order on.</p>
      )}
    </Card>
  )
}
