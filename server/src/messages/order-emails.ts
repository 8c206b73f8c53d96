import {
  addressLines,
  formatPrice,
  fromCents,
  gatewayNames,
  type Order,
  optionsText,
  orderName,
  orderTotalRows,
  type PaymentGatewayName,
  priceOrFree,
  type ShippingAddress,
  type ShopSettings,
  type TotalRow,
} from '@mela/contract'
import { html, type Markup } from '../platform/mail/html.ts'
import type { OrderEmailKind } from '../platform/mail/outbox.ts'
import { greeting } from './account-emails.ts'
import { button, type Draft, type Part, smallPrint } from './layout.ts'

/** Amounts are in cents. */
export interface OrderMoney {
  paid: number
  refunded: number
  /** A cancelled order's money goes back. */
  returning: number
  /** The provider decides about the unrefunded rest. */
  isContested: boolean
  isPending: boolean
  gateway: PaymentGatewayName
}

interface OrderEmailFacts {
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

function orderEmail(
  { firstName, order, shippingAddress, orderUrl, shopUrl }: OrderEmailFacts,
  { text, action, after = [], ...words }: Words,
): Draft {
  return {
    ...words,
    parts: [
      greeting(firstName),
      text,
      button(action, orderUrl),
      orderLines(order, shopUrl),
      ...(shippingAddress ? [deliveryAddress(shippingAddress)] : []),
      ...after,
    ],
    reason: `You get this because order ${orderName(order)} was placed with your account.`,
  }
}

/** An email is read elsewhere, so pictures have absolute URLs. */
export function orderLines({ products, ...order }: Order, shopUrl: string): Part {
  const totals = orderTotalRows(order).map(row => (row.key === 'tax' ? { ...row, label: 'Tax' } : row))
  const hasPictures = products.some(({ product }) => product.thumbnail)
  return {
    html: html`<table role="presentation" class="lines" width="100%">
${products.map(line => lineRow(line, order.currency, hasPictures && shopUrl))}
<tr class="rule"><td colspan="3"></td></tr>
${totals.map(totalRow)}
</table>`,
    text: [
      ...products.map(
        line =>
          `${line.quantity} x ${[line.product.name, ...chosenOf(line)].join(', ')}: ${priceOrFree(line.price * line.quantity, order.currency)}`,
      ),
      '',
      ...totals.map(({ label, amount }) => `${label}: ${amount}`),
    ].join('\n'),
  }
}

type Line = Order['products'][number]

const chosenOf = ({ options, sku }: Line): string[] => [optionsText(options), sku ? `SKU ${sku}` : ''].filter(Boolean)

function lineRow(line: Line, currency: string, picturesAt: string | false): Markup {
  const { product, quantity, price } = line
  const chosen = chosenOf(line).join(' · ')
  const underName = chosen === '' ? '' : html`<br><span class="quiet">${chosen}</span>`
  return html`<tr class="rule">${picturesAt ? html`<td width="64">${picture(product, picturesAt)}</td>` : ''}
<td colspan="${picturesAt ? 1 : 2}"><strong>${product.name}</strong>${underName}<br><span class="quiet">${quantity} &times; ${priceOrFree(price, currency)}</span></td>
<td class="amount">${priceOrFree(price * quantity, currency)}</td></tr>`
}

/** The place of a missing picture stays empty. */
function picture({ thumbnail }: Line['product'], shopUrl: string): Markup | string {
  if (!thumbnail) return ''
  return html`<img src="${new URL(thumbnail.url, shopUrl).href}" width="64" height="64" alt="">`
}

const totalRow = ({ key, label, amount }: TotalRow) =>
  html`<tr class="${key === 'total' ? 'total' : 'quiet'}"><td colspan="2">${label}</td><td class="amount">${amount}</td></tr>`

function deliveryAddress(address: ShippingAddress): Part {
  const lines = addressLines(address)
  return {
    html: html`<p class="quiet"><strong>Delivery to</strong><br>${lines.map(line => html`${line}<br>`)}</p>`,
    text: ['Delivery to:', ...lines].join('\n'),
  }
}

function orderPlaced(facts: OrderEmailFacts): Draft {
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

/** Some payments take days, such as an eCheck. */
function orderPaymentPending(facts: OrderEmailFacts): Draft {
  const { order } = facts
  const amount = formatPrice(order.payment?.amount ?? order.totalAmount, order.currency)
  return orderEmail(facts, {
    subject: `Thank you: we have your order ${orderName(order)}`,
    preview: `Your payment of ${amount} is on its way. There is nothing left to do.`,
    heading: 'Ordered. Your payment is on its way.',
    text: `Thank you. Your payment of ${amount} is on its way to us, which can take a few days from a bank account. Everything below stays set aside for you meanwhile, and there is nothing left to do: we write again once the payment has arrived, and then pack your order.`,
    action: 'View your order',
  })
}

function orderPaid(facts: OrderEmailFacts): Draft {
  const { order } = facts
  const amount = formatPrice(order.payment?.amount ?? order.totalAmount, order.currency)
  const isPacked = order.status === 'processing'
  return orderEmail(facts, {
    subject: `Thank you: order ${orderName(order)} is paid`,
    preview: isPacked ? `We received ${amount} and are packing.` : `We received ${amount}.`,
    heading: isPacked ? 'Paid, and being packed.' : 'Paid.',
    text: isPacked
      ? `Thank you. We received ${amount} and are packing your order; you hear from us again when it leaves.`
      : `Thank you. We received ${amount} for your order.`,
    action: 'View your order',
  })
}

function orderShipped(facts: OrderEmailFacts): Draft {
  const { shippingAddress } = facts.order
  return orderEmail(facts, {
    subject: `Order ${orderName(facts.order)} is on its way`,
    preview: `It has left us for ${shippingAddress.city}.`,
    heading: 'On its way to you.',
    text: `Your order has left us for ${shippingAddress.city}. Nothing is left to do but to open the door.`,
    action: 'View your order',
  })
}

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

/** `cents` is the amount of this one refund. */
export function orderRefunded(facts: OrderEmailFacts, { paid, refunded }: OrderMoney, cents: number): Draft {
  const price = (cents: number) => formatPrice(fromCents(cents), facts.order.currency)
  const inAll = cents < paid ? ` In all, ${price(refunded)} of the ${price(paid)} that you paid has gone back.` : ''
  return orderEmail(facts, {
    subject: `Your money for order ${orderName(facts.order)} is on its way back`,
    preview: `${price(cents)} goes back the way it came.`,
    heading: 'Your money is on its way back.',
    text: `We sent ${price(cents)} back the way it came.${inAll}`,
    action: 'View the order',
    after: [smallPrint('Banks take up to ten working days until it shows.')],
  })
}

export const orderDrafts: Record<Exclude<OrderEmailKind, 'order-cancelled'>, (facts: OrderEmailFacts) => Draft> = {
  'order-placed': orderPlaced,
  'order-payment-pending': orderPaymentPending,
  'order-paid': orderPaid,
  'order-shipped': orderShipped,
}
