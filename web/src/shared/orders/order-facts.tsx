import { arrivalText, deliveryMethodOf, type Order, SHOP_PRICING } from '@mela/contract'
import type { ReactNode } from 'react'

/** What each page and each printed sheet of an order says of it beside lines, amounts and address, by name. */
export function orderFacts({ adjustments, arrives, note, giftText }: Facts): Record<string, ReactNode> {
  const method = deliveryMethodOf(adjustments)
  return {
    Delivery: method !== SHOP_PRICING.shipping.label && method,
    Arrives: arrives && arrivalText(arrives),
    'Gift text': giftText,
    Note: note,
  }
}

type Facts = Pick<Order, 'adjustments' | 'arrives' | 'note' | 'giftText'>

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
