import { type Order, orderName, type ShippingAddress, type ShopSettings } from '@mela/contract'
import { button, type Part, paragraph } from '../platform/mail/parts.ts'
import { greeting } from './greeting.ts'
import type { Draft } from './layout.ts'
import { deliveryAddress, orderLines } from './order-table.ts'

export interface OrderEmailFacts {
  firstName: string
  shop: ShopSettings
  order: Order
  /** Undefined when the address must not be repeated. */
  shippingAddress: ShippingAddress | undefined
  orderUrl: string
  shopUrl: string
}

interface Words extends Pick<Draft, 'subject' | 'preview' | 'heading'> {
  text: string
  action: string
  after?: Part[]
}

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
    reason: `You get this because order ${orderName(order)} was placed with your account.`,
  }
}
