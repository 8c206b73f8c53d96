import { EXPRESS_HOURS, email, type QuoteInput, type Settings, type ShippingAddress, toCents } from '@mela/contract'
import { z } from 'zod'
import type { CodeCaller } from '../orders/discounts/look-up-codes.ts'
import { notOffered } from '../orders/offline/confirm-order.ts'
import { quoteCart } from '../orders/quote-cart.ts'
import { seal, unseal } from '../people/sealed-secrets.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { conflict, forbidden, ShopError } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'
import { parseJson } from '../platform/runtime/parse-json.ts'
import { checkAddress, withPostal } from '../shop/check-address.ts'
import type { OrderTerms } from '../shop/order-terms.ts'
import type { ExpressPayments, PaymentGateway } from './gateways/gateway.ts'
import { type ApprovedSession, openNoted, providerTrouble } from './payment-sessions.ts'
import { requireOffered } from './ways-to-pay.ts'

interface Start {
  brand: string
  returnUrl: string
  cancelUrl: string
}

/**
 * Opens a payment that has no order yet: refuse where it is not offered → price the cart → refuse what cannot be ordered →
 * open it at the provider. Nothing is stored: the ticket, sealed by the shop, is all that finds the payment again.
 */
export async function openExpress(
  { db, env, terms }: { db: Database; env: Env; terms: OrderTerms },
  gateway: PaymentGateway,
  caller: CodeCaller,
  input: QuoteInput,
  start: Start,
) {
  const express = requireExpress(gateway, terms.payments)
  if (!terms.takesGuests && !caller.userId) throw forbidden('Please log in or create an account to order.')
  const quote = await quoteCart(db, terms, caller, { ...input, gateway: gateway.name })
  const isWhole = quote.products.every(({ isActive, available, quantity }) => isActive && quantity <= available)
  if (!isWhole) throw conflict('Some products cannot be ordered.', 'product_unavailable')
  const amount = { cents: toCents(quote.amountToPay), currency: quote.currency }
  requireOffered(gateway, terms.payments, { country: undefined, ...amount })
  if (amount.cents === 0) throw notOffered(gateway.name)

  const payment = { ...start, amount, requestId: newId() }
  const opened = await openNoted(db, gateway, () => express.open(payment)).catch(providerTrouble)
  const { sessionId, accountEmail, approveUrl } = opened
  const until = new Date(Date.now() + EXPRESS_HOURS * 3_600_000).toISOString()
  return { ticket: sealTicket(env, gateway, 'opened', { sessionId, accountEmail, until }), approveUrl }
}

/**
 * Who agreed, as the provider says; `isComplete` where an order may have email and address so. Only the browser that
 * the provider led back knows the payer: whoever opened the payment learns nothing of a buyer elsewhere, and gets no ticket.
 */
export async function findExpressBuyer(
  env: Env,
  { shop, payments }: OrderTerms,
  gateway: PaymentGateway,
  userId: string | undefined,
  back: { ticket: string; payer: string },
) {
  const express = requireExpress(gateway, payments)
  const opened = openTicket(env, gateway, 'opened', back.ticket)
  const buyer = await express.findBuyer(opened.sessionId).catch(providerTrouble)
  if (!buyer || buyer.payer !== back.payer)
    throw conflict(`You have not agreed at ${gateway.displayName} yet.`, 'payment_unknown')
  const checked = findChecked(shop, buyer.address)
  return {
    ticket: sealTicket(env, gateway, 'approved', { ...opened, userId }),
    email: buyer.email,
    address: withPostal(checked ?? buyer.address),
    isComplete: checked !== undefined && email.safeParse(buyer.email).success,
  }
}

/** What a customer agreed to is theirs alone; throws a `conflict` for another, and for a ticket that is no good. */
export function requireApproved(env: Env, gateway: PaymentGateway, ticket: string, userId: string): ApprovedSession {
  const approved = openTicket(env, gateway, 'approved', ticket)
  if (approved.userId !== undefined && approved.userId !== userId) throw useless()
  return approved
}

const contents = z.object({
  sessionId: z.string(),
  accountEmail: z.string().optional(),
  until: z.iso.datetime(),
  userId: z.string().optional(),
})

type Stage = 'opened' | 'approved'

const rowOf = ({ name, clientId }: PaymentGateway, stage: Stage) => `express ${stage} ${name} ${clientId}`

const sealTicket = (env: Env, gateway: PaymentGateway, stage: Stage, ticket: z.infer<typeof contents>) =>
  seal(env, rowOf(gateway, stage), JSON.stringify(ticket))

/** Throws a `conflict` for a ticket that this shop did not give, or that is too old. */
function openTicket(env: Env, gateway: PaymentGateway, stage: Stage, ticket: string) {
  const { data } = contents.safeParse(parseJson(unseal(env, rowOf(gateway, stage), ticket) ?? ''))
  if (!data || Date.parse(data.until) < Date.now()) throw useless()
  return data
}

const useless = () =>
  conflict('This payment has waited for too long. Please choose how to pay again.', 'payment_unknown')

function requireExpress({ name, express }: PaymentGateway, payments: Settings['payments']): ExpressPayments {
  if (!express || !payments.express) throw notOffered(name)
  return express
}

function findChecked(shop: OrderTerms['shop'], address: Omit<ShippingAddress, 'postal'>) {
  try {
    return checkAddress(shop, address)
  } catch (error) {
    if (error instanceof ShopError) return undefined
    throw error
  }
}
