import type { Order, ShippingAddress } from '@mela/contract'
import type { Draft } from '../mail/layout.ts'
import { button, type Part, paragraph } from '../mail/parts.ts'
import { greeting } from './greeting.ts'
import { deliveryAddress, orderLines } from './order-table.ts'

/** What every letter about an order is written from. */
export interface OrderEmailFacts {
  firstName: string
  order: Order
  /** Undefined where it is not to be repeated. */
  shippingAddress: ShippingAddress | undefined
  /** The order's own page, where it is also paid. */
  orderUrl: string
  shopUrl: string
}

interface Words extends Pick<Draft, 'subject' | 'preview' | 'heading'> {
  text: string
  action: string
  after?: Part[]
}

/** As the shop's pages name an order. */
export const numberOf = ({ _id }: Order): string => _id.slice(-8).toUpperCase()

export function orderEmail(facts: OrderEmailFacts, words: Words): Draft {
  const { firstName, order, shippingAddress, orderUrl, shopUrl } = facts
  const { subject, preview, heading, text, action, after = [] } = words
  return {
    subject,
    preview,
    heading,
    parts: [
      paragraph(greeting(firstName)),
      paragraph(text),
      button(action, orderUrl),
      orderLines(order, shopUrl),
      ...(shippingAddress ? [deliveryAddress(shippingAddress)] : []),
      ...after,
    ],
    reason: `You get this because order ${numberOf(order)} was placed with your account.`,
  }
}
