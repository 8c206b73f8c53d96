import { fromCents, IDEMPOTENCY_HEADER, type StaffOrder, sumOf, toCents, unitsCost } from '@mela/contract'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { LineOptions } from '../../../shared/orders/order-totals.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { CardsSpent } from '../payments/payment-flags.tsx'
import { isPaidByHand, leftOnCards, wayOfRest } from './orders.api.ts'

type Refundable = NonNullable<StaffOrder['refundable']>
type Line = Refundable['lines'][number]

/** Refunds chosen units of an order, and its delivery, for what was paid for them. */
export function RefundLines({ order }: { order: StaffOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  const { refundable } = order
  if (!refundable?.lines.some(line => line.amount > 0 && openUnits(line) > 0)) return null

  return (
    <>
      <Button variant="outline" size={32} onClick={() => setIsOpen(true)}>
        Refund products
      </Button>
      {isOpen && <RefundDialog order={order} refundable={refundable} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface RefundDialogProps {
  order: StaffOrder
  refundable: Refundable
  onClose: () => void
}

function RefundDialog({ order, refundable, onClose }: RefundDialogProps) {
  const { _id: id, currency } = order
  const [chosen, setChosen] = useState(new Map<number | null, number>())
  const [key] = useState(createRequestKey)
  const after = useRefreshAfter('orders', 'payments', 'gift-cards', 'products', 'dashboard')
  const costs = sumOf(refundable.lines.map(line => costOf(line, chosen.get(line.line) ?? 0)))
  const cents = Math.min(costs, toCents(refundable.left))
  const toCards = Math.min(cents, leftOnCards(order))
  const amount = fromCents(cents)
  const price = (cents: number) => priceText(fromCents(cents), currency)

  /** The next unit may cost a cent less, so the key is of the units alone: a retry after a lost answer refunds none twice. */
  async function perform() {
    const lines = [...chosen].flatMap(([line, quantity]) => (quantity > 0 ? { line, quantity } : []))
    const headers = { [IDEMPOTENCY_HEADER]: key.of({ id, lines }) }
    try {
      return await after(call('POST /orders/:id/refunds', { params: { id }, body: { amount, lines }, headers }))
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) key.renew()
      throw error
    }
  }

  return (
    <ConfirmDialog
      title="Refund products"
      action={`${toCards === 0 && isPaidByHand(order) ? 'Record refund of' : 'Refund'} ${price(cents)}`}
      isDisabled={amount === 0}
      perform={perform}
      onClose={onClose}
    >
      <ul className="divide-y divide-line border-line border-y">
        {refundable.lines
          .filter(line => line.amount > 0)
          .map(line => (
            <LineToRefund
              key={line.line}
              line={line}
              order={order}
              units={chosen.get(line.line) ?? 0}
              onChoose={units => setChosen(new Map(chosen).set(line.line, units))}
            />
          ))}
      </ul>
      <p className="text-ink-2">
        <span>Each costs what was paid for it: after its discounts, with its tax.</span>{' '}
        {toCards > 0 && <span>{`${price(toCards)} goes back to its gift cards.`}</span>}{' '}
        {cents > toCards && <span>{wayOfRest(order, price(cents - toCards))}</span>}{' '}
        {costs > toCents(refundable.left) && <span>{`Only ${priceText(refundable.left, currency)} are left.`}</span>}{' '}
        {order.payments?.map(payment => (
          <CardsSpent key={payment._id} payment={payment} />
        ))}{' '}
        {order.products.some(({ gifts }) => gifts) && (
          <span>A refund leaves gift cards that were bought valid: deactivate them first, on their own pages.</span>
        )}{' '}
        <span>Stock changes only when all of an order that was not sent is refunded. This cannot be undone.</span>
      </p>
    </ConfirmDialog>
  )
}

interface LineToRefundProps {
  line: Line
  order: StaffOrder
  units: number
  onChoose: (units: number) => void
}

function LineToRefund({ line, order, units, onChoose }: LineToRefundProps) {
  const product = order.products[line.line ?? -1]
  const name = product?.product.name ?? 'Delivery'
  const open = openUnits(line)

  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere font-medium">
          {name}
        </p>
        {product && <LineOptions line={product} withSku />}
        <p className="type-small text-ink-2 tabular-nums">
          <span>{priceText(fromCents(costOf(line, Math.max(1, units))), order.currency)}</span>
          {line.refunded.quantity > 0 && <span>{` · ${line.refunded.quantity} of ${line.quantity} refunded`}</span>}
        </p>
      </div>
      {open > 0 && (
        <SelectBox
          aria-label={`Units of ${name} to refund`}
          className="w-20"
          value={units}
          onChange={event => onChoose(Number(event.currentTarget.value))}
          options={Array.from({ length: open + 1 }, (_, value) => ({ value, label: value }))}
        />
      )}
    </li>
  )
}

const openUnits = ({ quantity, refunded }: Line) => quantity - refunded.quantity

const costOf = ({ quantity, amount, refunded }: Line, units: number): number =>
  units === 0
    ? 0
    : unitsCost(
        { quantity, cents: toCents(amount) },
        { quantity: refunded.quantity, cents: toCents(refunded.amount) },
        units,
      )
