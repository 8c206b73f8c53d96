import {
  explainAmount,
  fromCents,
  type Media,
  type Order,
  orderTotalRows,
  priceOrFree,
  type TotalRow,
  toCents,
} from '@mela/contract'
import { CircleCheck } from 'lucide-react'
import { countLabel, priceText } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Badge } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { ExplainedAmount, LineAmount } from './explained-amount.tsx'
import { AmountRow, discountLooks, LineOptions } from './order-totals.tsx'

interface OrderLine {
  id: string
  path: string
  name: string
  options: Record<string, string>
  thumbnail: Media | null
  /** Per unit, in decimal. */
  price: number
  savedAmount: number
  quantity: number
  /** Of gift cards: for whom they are. */
  gifts?: Order['products'][number]['gifts']
  problem?: string
  /** Whether the line is left out of the total. */
  isUnavailable?: boolean
}

export function OrderLines({ lines, currency }: { lines: readonly OrderLine[]; currency: string }) {
  return (
    <ul aria-label="Products" className="divide-y divide-line border-line border-y">
      {lines.map(line => (
        <li key={line.id} className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 py-4">
          <Link to={line.path} reloadDocument tabIndex={-1} aria-hidden="true" className="shrink-0">
            <Picture picture={line.thumbnail} alt="" sizes="72px" className="w-[72px]! rounded-control" />
          </Link>
          <div className="grid min-w-0 grow basis-24 gap-0.5">
            <Link
              dir="auto"
              to={line.path}
              reloadDocument
              className="wrap-anywhere type-ui -my-1 w-fit py-1 underline-offset-3 hover:underline"
            >
              {line.name}
            </Link>
            <LineOptions line={line} />
            <p className="type-small text-ink-2 tabular-nums">
              {line.quantity > 1
                ? `${line.quantity} × ${priceOrFree(line.price, currency)}`
                : countLabel(line.quantity, 'unit')}
            </p>
            {line.problem && <p className="type-small text-warn">{line.problem}</p>}
          </div>
          <div className="type-ui tabular-nums">
            <LineAmount line={{ ...line, product: line }} currency={currency} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Date and status; `id` is left out where the page's heading names the order. */
export function OrderHead({ order, id }: { order: Order; id?: string }) {
  return (
    <p className="type-ui flex flex-wrap items-center gap-x-3 gap-y-1 font-normal! text-ink-2">
      {id && <span className="font-semibold text-ink tabular-nums">{`Order ${id}`}</span>}
      <Time value={order.createdAt} />
      <Badge status={order.status} />
    </p>
  )
}

/** Total, payment and refunds of an order. `label` names the amount until it is paid. */
export function OrderMoney({ order, label: toPay }: { order: Order; label: string }) {
  const isPaid = order.amountPaid > 0
  const rows = orderTotalRows(order)
  const sum = rows.some(({ key }) => key === 'to-pay') ? 'to-pay' : 'total'
  const due = isPaid ? undefined : sum
  const isNamed = order.giftCardAmount === 0 || (due === 'to-pay' && order.payment?.status === 'pending')
  const looks: Partial<Record<TotalRow['key'], string>> = {
    ...discountLooks,
    'included-tax': 'text-ink-2',
    total: isPaid ? 'border-line border-t pt-3' : 'type-h3 border-line border-t pt-4',
  }
  return (
    <dl className="type-ui grid gap-2.5 font-normal!">
      {rows
        .filter(({ key }) => key !== 'to-pay' || !isPaid)
        .map(row => ({ ...row, label: row.key === due && isNamed ? toPay : row.label, of: row }))
        .map(({ key, label, of }) => (
          <AmountRow key={key + label} label={label} className={looks[key]}>
            <ExplainedAmount row={of} reasons={explainAmount(order, of)} /> {key === due && <Currency of={order} />}
          </AmountRow>
        ))}
      {isPaid && (
        <AmountRow
          label={
            <span className="flex items-center gap-2">
              <CircleCheck className="size-5 text-success" /> <span>Amount paid</span>
            </span>
          }
          className="type-h3"
        >
          <span>{priceText(order.amountPaid, order.currency)}</span> <Currency of={order} />
        </AmountRow>
      )}
      <Refunds order={order} />
      {isPaid && order.payLater && (
        <AmountRow label="Amount to pay" className="type-h3 border-line border-t pt-4">
          <span>{priceText(order.payLater.due, order.currency)}</span> <Currency of={order} />
        </AmountRow>
      )}
    </dl>
  )
}

function Refunds({ order }: { order: Order }) {
  const price = (amount: number) => priceText(amount, order.currency)
  // A refused refund is for staff: the head of the page says what is owed to the customer.
  const refunds = order.refunds.filter(({ state }) => state !== 'failed')
  const cards = order.giftCards.filter(({ amountRefunded }) => amountRefunded > 0)
  const cents = [order, ...cards].reduce((sum, { amountRefunded }) => sum + toCents(amountRefunded), 0)

  return (
    <>
      {refunds.map(({ _id, amount, completedAt, createdAt }) => (
        <AmountRow
          key={_id}
          label={completedAt ? 'Refunded' : 'Refund on its way'}
          note={<Time value={completedAt ?? createdAt} />}
        >
          {`−${price(amount)}`}
        </AmountRow>
      ))}
      {cards.map(({ _id, lastFour, amountRefunded }) => (
        <AmountRow key={_id} label={`Back on gift card •••• ${lastFour}`}>
          {`−${price(amountRefunded)}`}
        </AmountRow>
      ))}
      {refunds.length + cards.length > 1 && order.amountRefunded > 0 && (
        <AmountRow label="Refunded in all" className="border-line border-t pt-3 font-semibold">
          {price(fromCents(cents))}
        </AmountRow>
      )}
    </>
  )
}

const Currency = ({ of: { currency } }: { of: Order }) => (
  <span className="type-small font-normal text-ink-2">{currency}</span>
)
