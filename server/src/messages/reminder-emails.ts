import {
  API_BASE,
  effectivePrice,
  formatPrice,
  optionsText,
  orderName,
  paths,
  priceOrFree,
  type Settings,
} from '@mela/contract'
import { findProductCards } from '../catalog/product-rows.ts'
import { isStillLeft } from '../orders/carts/remind-of-unpaid.ts'
import { showCart } from '../orders/carts/save-cart.ts'
import { findOwnOrder } from '../orders/read-orders.ts'
import { issueToken } from '../people/tokens.ts'
import type { Database } from '../platform/database/database.ts'
import { html } from '../platform/mail/html.ts'
import type { Email } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { button, type Draft, type Part } from './layout.ts'
import { orderLines } from './order-lines.ts'
import { packs } from './order-words.ts'

type ReminderEmail = Extract<Email, { kind: 'cart-reminder' | 'unpaid-reminder' }>

interface ReminderContext {
  db: Database
  env: Env
  settings: Settings
  emailId: string
  onEnough(): void
  user: { id: string; email: string }
}

/** Undefined when nothing is left unpaid any more, or the customer wants no such emails. */
export async function draftOfReminder(context: ReminderContext, email: ReminderEmail): Promise<Draft | undefined> {
  const { db, env, settings, user, emailId, onEnough } = context
  const { shop, orders } = settings
  const order = email.kind === 'unpaid-reminder' ? email.about : undefined
  if (orders.reminderHours === null || !shop.isOpen || !(await isStillLeft(db, user.id, orders, order)))
    return undefined
  const written = order === undefined ? await aboutCart(context) : await aboutOrder(context, order)
  if (!written) return undefined

  const token = await issueToken(db, { user, purpose: 'stop-reminders', emailId })
  if (!token) return void onEnough()
  const page = new URL(`${paths.stopReminders}?token=${token}`, env.publicUrl).href
  return {
    ...written,
    parts: [...written.parts, stopLink(page)],
    reason: `You get this once, because you have an account at ${shop.name}.`,
    unsubscribeUrl: new URL(`${API_BASE}/reminders/${token}/stop`, env.publicUrl).href,
  }
}

type Written = Pick<Draft, 'subject' | 'preview' | 'heading' | 'parts'>

/** At the prices of today, without what is not sold any more. */
async function aboutCart({ db, env, settings: { shop, money }, user }: ReminderContext): Promise<Written | undefined> {
  const { lines } = await showCart(db, user.id)
  const ids = (of: 'product' | 'variant') => lines.map(line => line[of])
  const cards = await findProductCards(db, ids('product'), ids('variant'))
  const sold = lines.flatMap(({ product, variant: id, quantity }) => {
    const card = cards.find(({ _id }) => _id === product)
    const variant = card?.variants?.find(({ _id, stock }) => _id === id && stock > 0)
    if (!card || !variant) return []
    const name = [card.name, optionsText(variant.options)].filter(Boolean).join(', ')
    return [{ name, quantity, price: priceOrFree(effectivePrice(variant), money.currency) }]
  })
  if (sold.length === 0) return undefined
  return {
    subject: `Your cart at ${shop.name} is kept`,
    preview: 'What you chose is still there.',
    heading: 'Your cart is kept.',
    parts: [
      'You left this in your cart. It waits for you on every device on which you log in; it is not set aside, and these are the prices of today.',
      cartLines(sold),
      button('Open your cart', new URL(paths.cart, env.publicUrl).href),
    ],
  }
}

const cartLines = (lines: { name: string; quantity: number; price: string }[]): Part => ({
  html: html`<table role="presentation" class="lines" width="100%" cellpadding="8">
${lines.map(
  ({ name, quantity, price }) =>
    html`<tr class="rule"><td><strong>${name}</strong></td><td class="amount" align="right">${quantity} &times; ${price}</td></tr>`,
)}
</table>`,
  text: lines.map(({ name, quantity, price }) => `${quantity} x ${name}: ${price}`).join('\n'),
})

async function aboutOrder({ db, env, user }: ReminderContext, id: string): Promise<Written | undefined> {
  const order = await findOwnOrder(db, user.id, id)
  if (!order) return undefined
  const amount = formatPrice(order.amountToPay, order.currency)
  const page = new URL(paths.pay(id), env.publicUrl).href
  const isWaiting = order.status === 'pending'
  return {
    subject: isWaiting ? `Order ${orderName(order)} still waits` : `Order ${orderName(order)} was not paid`,
    preview: isWaiting ? `Everything is set aside until ${amount} is paid.` : 'You can order it again.',
    heading: isWaiting ? 'Your order still waits.' : 'Your order was not paid.',
    parts: [
      isWaiting
        ? `Everything below is set aside for you. Once ${amount} is paid, we ${packs(order)}.`
        : 'It was not paid in time, so nothing is set aside any more. Its page puts everything into your cart again, at the prices of today.',
      button(isWaiting ? `Pay ${amount}` : 'Order it again', page),
      orderLines(order, env.publicUrl),
    ],
  }
}

const stopLink = (url: string): Part => ({
  html: html`<p class="quiet small">Such an email comes once. You want none? <a href="${url}">Turn them off</a></p>`,
  text: `Such an email comes once. You want none? Turn them off:\n${url}`,
})
