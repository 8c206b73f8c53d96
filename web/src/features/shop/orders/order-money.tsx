import { type Order, shippingLabelOf, taxOf } from '@mela/contract'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { priceText } from '../../../lib/format/format.ts'
import { cx } from '../../../ui/layout/cx.ts'
import { Time } from '../../../ui/values/time.tsx'

/** Total, payment and refunds of an order. `label` names the amount until it is paid. */
export function OrderMoney({ order, label }: { order: Order; label: string }) {
  const { subTotal, savedAmount, shippingAmount, taxAmount, totalAmount } = order
  const tax = taxOf(order.adjustments)
  const price = (amount: number) => priceText(amount, order.currency)

  return (
    <dl className="type-ui grid gap-2.5 font-normal!">
      <Row label="Items">{price(subTotal + savedAmount)}</Row>
      {savedAmount > 0 && (
        <>
          <Row label="Discount" className="text-sale">
            {`−${price(savedAmount)}`}
          </Row>
          <Row label="Subtotal">{price(subTotal)}</Row>
        </>
      )}
      <Row label={shippingLabelOf(order.adjustments)}>{shippingAmount > 0 ? price(shippingAmount) : 'Free'}</Row>
      {tax && !tax.isIncluded && <Row label={tax.label}>{price(taxAmount)}</Row>}
      {order.amountPaid > 0 ? (
        <>
          <Row label="Total" className="border-line border-t pt-3">
            {price(totalAmount)}
          </Row>
          <Paid order={order} />
        </>
      ) : (
        <Row label={label} className="type-h3 border-line border-t pt-4">
          <span>{price(totalAmount)}</span> <Currency of={order} />
        </Row>
      )}
      {tax?.isIncluded && (
        <Row label={tax.label} className="text-ink-2">
          {price(taxAmount)}
        </Row>
      )}
    </dl>
  )
}

function Paid({ order }: { order: Order }) {
  const price = (amount: number) => priceText(amount, order.currency)
  // A refused refund is for staff: the head of the page says what is owed to the customer.
  const refunds = order.refunds.filter(({ state }) => state !== 'failed')

  return (
    <>
      <Row
        label={
          <>
            <CircleCheck className="size-5 self-center text-success" /> <span>Amount paid</span>
          </>
        }
        className="type-h3"
      >
        <span>{price(order.amountPaid)}</span> <Currency of={order} />
      </Row>
      {refunds.map(({ _id, amount, completedAt, createdAt }) => (
        <Row
          key={_id}
          label={completedAt ? 'Refunded' : 'Refund on its way'}
          note={<Time value={completedAt ?? createdAt} />}
        >
          {`−${price(amount)}`}
        </Row>
      ))}
      {refunds.length > 1 && order.amountRefunded > 0 && (
        <Row label="Refunded in all" className="border-line border-t pt-3 font-semibold">
          {price(order.amountRefunded)}
        </Row>
      )}
    </>
  )
}

const Currency = ({ of: { currency } }: { of: Order }) => (
  <span className="type-small font-normal text-ink-2">{currency}</span>
)

interface RowProps {
  label: ReactNode
  note?: ReactNode
  className?: string
  children: ReactNode
}

function Row({ label, note, className, children }: RowProps) {
  return (
    <div className={cx('flex items-baseline justify-between gap-4', className)}>
      <dt>
        <span className="flex items-baseline gap-2">{label}</span>
        {note && <span className="type-small block text-ink-2">{note}</span>}
      </dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
