import { formatPrice, fromCents, gatewayNames, orderName } from '@mela/contract'
import { smallPrint } from '../platform/mail/parts.ts'
import type { Draft } from './layout.ts'
import { type OrderEmailFacts, orderEmail } from './order-email.ts'
import type { OrderMoney } from './order-money.repository.ts'

export function orderCancelled(facts: OrderEmailFacts, money: OrderMoney): Draft {
  const { shop, order } = facts
  const banks = money.returning > 0 ? [smallPrint('Banks take up to ten working days until it shows.')] : []
  return orderEmail(facts, {
    subject: `Order ${orderName(order)} was cancelled`,
    preview: money.returning > 0 ? 'Your money is on its way back.' : 'Nothing will be sent.',
    heading: 'Your order was cancelled.',
    text: `The order below was cancelled, and nothing of it will be sent. ${aboutMoney(money, order.currency)}`,
    action: 'View the order',
    after: [...banks, smallPrint(`If you did not expect this, write to us at ${shop.email}.`)],
  })
}

function aboutMoney({ paid, returning, isContested, isPending, gateway }: OrderMoney, currency: string): string {
  const price = (cents: number) => formatPrice(fromCents(cents), currency)
  if (returning > 0 && returning < paid) {
    return `Of the ${price(paid)} that you paid, the remaining ${price(returning)} is on its way back the way it came.`
  }
  if (returning > 0) return `The ${price(returning)} that you paid is on its way back the way it came.`
  if (isContested) {
    return `No money goes back now: a case about the payment was opened at ${gatewayNames[gateway]}, which decides who gets the money.`
  }
  if (isPending) return 'Your payment has not arrived yet; should it still arrive, it goes straight back.'
  return 'If money had been taken for it, it goes back the way it came.'
}
