import { formatPrice, type Order, orderName } from '@mela/contract'
import type { Draft } from './layout.ts'
import { type OrderEmailFacts, orderEmail } from './order-email.ts'

export function orderPlaced(facts: OrderEmailFacts): Draft {
  const { order } = facts
  const amount = formatPrice(order.totalAmount, order.currency)
  return orderEmail(facts, {
    subject: `Order ${orderName(order)} waits for its payment`,
    preview: `Everything is set aside. Once ${amount} is paid, we pack it.`,
    heading: 'Set aside for you.',
    text: `Everything below is set aside for you. Once ${amount} is paid, we pack it.${untilWhen(order)}`,
    action: `Pay ${amount}`,
  })
}

/** A duration instead of a time of day: the reader's time zone is unknown. */
function untilWhen({ createdAt, expiresAt }: Order): string {
  if (!expiresAt) return ''
  const minutes = Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000))
  const time = minutes % 60 === 0 ? long('hour', minutes / 60) : long('minute', minutes)
  return ` If it is not paid ${time} after you ordered, it is cancelled.`
}

const long = (unit: 'hour' | 'minute', value: number) =>
  new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value)
