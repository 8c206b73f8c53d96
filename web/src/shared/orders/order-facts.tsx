import {
  arrivalText,
  billingLines,
  deliveryMethodOf,
  EXEMPTION_TEXTS,
  type Order,
  promisedDays,
  SHOP_PRICING,
} from '@mela/contract'
import type { ReactNode } from 'react'

/** What each page and each printed sheet of an order says of it beside lines, amounts and address, by name. */
export function orderFacts(order: Facts): Record<string, ReactNode> {
  const { status, adjustments, note, giftText, taxExemption, company, taxNumber, billingAddress } = order
  // A late parcel's promise stays to be read.
  const arrives = promisedDays(order, new Date(order.createdAt))
  const isOver = status === 'cancelled' || status === 'refunded'
  const isBilledApart = company !== null || taxNumber !== null || billingAddress !== null
  const method = deliveryMethodOf(adjustments)
  return {
    Delivery: method !== SHOP_PRICING.shipping.label && method,
    Arrives: arrives && !isOver && arrivalText(arrives),
    'Billed to': isBilledApart && billingLines(order).join('\n'),
    Tax: taxExemption && EXEMPTION_TEXTS[taxExemption],
    'Gift text': giftText,
    Note: note,
  }
}

type Facts = Pick<
  Order,
  | ('status' | 'adjustments' | 'arrives' | 'payment' | 'createdAt' | 'history' | 'note' | 'giftText')
  | ('company' | 'taxNumber' | 'billingAddress' | 'shippingAddress' | 'taxExemption')
>

export function OrderFacts({ order }: { order: Facts }) {
  const facts = Object.entries(orderFacts(order)).filter(([, value]) => value)
  return facts.length === 0 ? null : (
    <dl className="type-small grid gap-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-2">{name}</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
