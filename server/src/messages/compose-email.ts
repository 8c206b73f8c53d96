import { type Order, paths, type ShopSettings } from '@mela/contract'
import { findInvoiceId } from '../orders/invoices/invoices.repository.ts'
import { makeInvoice } from '../orders/invoices/invoices.service.ts'
import { findOwnOrder } from '../orders/orders.repository.ts'
import { findClosed } from '../people/closed-accounts.repository.ts'
import { findFirstChange } from '../people/email-changes.repository.ts'
import { isEmailConfirmed } from '../people/email-confirmation.repository.ts'
import { issueToken } from '../people/tokens.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { Email, OrderEmailKind } from '../platform/mail/email-kinds.ts'
import { isConfirmed } from '../platform/mail/email-limits.ts'
import type { ComposedEmail } from '../platform/mail/mailer.ts'
import type { Env } from '../platform/runtime/env.ts'
import { readSettings } from '../shop/settings-store.ts'
import { accountClosed } from './account-closed.ts'
import { confirmEmail } from './confirm-email.ts'
import { emailChanged } from './email-changed.ts'
import { type EmailPictures, emailPictureUrl, withEmailPictures } from './email-pictures.ts'
import { fullName } from './greeting.ts'
import { type Draft, renderEmail } from './layout.ts'
import { letterheadOf } from './letterhead.ts'
import { orderCancelled } from './order-cancelled.ts'
import type { OrderEmailFacts } from './order-email.ts'
import { findOrderMoney, findRefundedAmount } from './order-money.repository.ts'
import { orderPaid } from './order-paid.ts'
import { orderPaymentPending } from './order-payment-pending.ts'
import { orderPlaced } from './order-placed.ts'
import { orderRefunded } from './order-refunded.ts'
import { orderShipped } from './order-shipped.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './password-reset.ts'
import {
  findBuyer,
  findRecipient,
  findRecipientOfLink,
  findRightfulOwner,
  type Recipient,
} from './recipients.repository.ts'
import { recoveryCodeUsed, twoFactorOff, twoFactorOn } from './two-factor.ts'
import { welcome } from './welcome.ts'

interface EmailContext {
  db: Database
  env: Env
  pictures: EmailPictures
  shop: ShopSettings
  /** An email that is rendered again keeps its id. */
  emailId: string
  /** The account has had enough links of this purpose. */
  onEnough(): void
}

/** Renders the present data; undefined when the email must not be sent any more. */
export async function composeEmail(
  asked: Omit<EmailContext, 'shop'>,
  email: Email,
): Promise<ComposedEmail | undefined> {
  const found = await recipientOf(asked.db, email)
  if (!found) return undefined

  const settings = await readSettings(asked.db)
  const { shop } = settings
  const context = { ...asked, shop }
  const draft = 'order' in email ? await draftOfOrder(context, email, found) : await draftForUser(context, email, found)
  if (!draft) return undefined

  const from = { name: shop.name, address: shop.email }
  const letterhead = await letterheadOf(asked.db, settings, asked.env.publicUrl)
  const { logo } = letterhead
  const logoUrl = logo && (await emailPictureUrl(asked.pictures, logo.url))
  const attachments = settings.orders.attachInvoices ? await attachmentsOf(asked.db, email) : []
  return {
    from,
    to: { name: fullName(found), address: found.email },
    ...renderEmail(draft, { ...letterhead, logo: logo && logoUrl ? { ...logo, url: logoUrl } : null }),
    attachments,
  }
}

async function attachmentsOf(db: Database, email: Email) {
  if (email.kind !== 'order-paid' && email.kind !== 'order-refunded') return []
  const id = await findInvoiceId(db, email.order, email.kind === 'order-refunded' ? email.refund : null)
  if (!id) return []
  const { name, content } = await makeInvoice(db, id)
  return [{ filename: name, content, contentType: 'application/pdf' }]
}

async function recipientOf(db: Database, email: Email): Promise<Recipient | undefined> {
  if ('order' in email) return findBuyer(db, email.order)
  if (email.kind === 'password-reset' || email.kind === 'account-closed') return findRightfulOwner(db, email.user)
  if (email.kind === 'confirm-email') return findRecipientOfLink(db, email.user)
  if (email.kind !== 'email-changed') return findRecipient(db, email.user)

  const owner = await findRightfulOwner(db, email.user)
  return owner && { ...owner, email: email.formerly }
}

const orderDrafts: Record<Exclude<OrderEmailKind, 'order-cancelled'>, (facts: OrderEmailFacts) => Draft> = {
  'order-placed': orderPlaced,
  'order-payment-pending': orderPaymentPending,
  'order-paid': orderPaid,
  'order-shipped': orderShipped,
}

async function draftOfOrder(
  { db, env, shop, pictures }: EmailContext,
  email: Extract<Email, { order: string }>,
  { id, firstName }: Recipient,
): Promise<Draft | undefined> {
  const found = await findOwnOrder(db, id, email.order)
  if (!found || isOutOfDate(email.kind, found)) return undefined
  const order = await withEmailPictures(pictures, found)

  const orderUrl = addressOf(env, paths.pay(order._id))
  const shippingAddress = (await mayRepeatAddress(db, id, order)) ? order.shippingAddress : undefined
  const facts = { firstName, shop, order, shippingAddress, orderUrl, shopUrl: env.publicUrl }
  if (email.kind === 'order-cancelled') return orderCancelled(facts, await findOrderMoney(db, order._id))
  if (email.kind !== 'order-refunded') return orderDrafts[email.kind](facts)

  const cents = await findRefundedAmount(db, order._id, email.refund)
  return cents === undefined ? undefined : orderRefunded(facts, await findOrderMoney(db, order._id), cents)
}

/** An order may change while its email waits. */
function isOutOfDate(kind: Email['kind'], { status, payment }: Order): boolean {
  if (kind === 'order-placed') return status !== 'pending' || payment !== null
  if (kind === 'order-payment-pending') return status !== 'pending' || payment?.status !== 'pending'
  if (kind === 'order-paid') return status === 'cancelled' || status === 'refunded'
  return kind === 'order-shipped' && status !== 'shipped' && status !== 'delivered'
}

/** The delivery address of an unpaid order is free text, and an unconfirmed email address may be another person's. */
const mayRepeatAddress = async (db: Database, userId: string, { status }: Order): Promise<boolean> =>
  (status !== 'pending' && status !== 'cancelled') || (await isEmailConfirmed(db, userId))

async function draftForUser(
  context: EmailContext,
  email: Extract<Email, { user: string }>,
  user: Recipient,
): Promise<Draft | undefined> {
  const { firstName, isActive } = user
  const { shop } = context
  const forgotUrl = addressOf(context.env, paths.forgotPassword)
  switch (email.kind) {
    case 'welcome':
    case 'confirm-email': {
      const confirmUrl = isActive && (await linkFor(context, user, 'confirm-email'))
      if (!confirmUrl) return undefined
      if (email.kind === 'welcome') return welcome({ firstName, shop, confirmUrl })
      const isMove = (await findRecipient(context.db, user.id))?.email !== user.email
      return confirmEmail({ firstName, shop, confirmUrl, isMove })
    }
    case 'password-reset': {
      if (!isActive || !mayReset(context.env, user)) return undefined
      // Another person can use up the day's emails to an unconfirmed address, so their links stay valid for the day.
      const lastsADay = !(await isConfirmed(context.db, user.email))
      const resetUrl = await linkFor(context, user, 'password-reset', lastsADay ? DAY_SECONDS : undefined)
      if (!resetUrl) return undefined
      const isFormerAddress = (await findRecipient(context.db, user.id))?.email !== user.email
      return passwordReset({ firstName, shop, resetUrl, isFormerAddress, lastsADay })
    }
    case 'password-changed':
      return passwordChanged({ firstName, shop, forgotUrl })
    case 'two-factor-on':
      return twoFactorOn({ firstName, shop, forgotUrl })
    case 'two-factor-off':
      return twoFactorOff({ firstName, shop, forgotUrl })
    case 'recovery-code-used':
      return recoveryCodeUsed({ firstName, shop, forgotUrl, left: email.left })
    case 'email-changed': {
      const change = await findFirstChange(context.db, user.id, user.email)
      return emailChanged({ firstName, shop, restoreUrl: change && (await linkFor(context, user, 'restore-email')) })
    }
    case 'account-closed': {
      const reopenUrl = (await findClosed(context.db, user.id)) && (await linkFor(context, user, 'reopen-account'))
      return reopenUrl ? accountClosed({ firstName, shop, reopenUrl }) : undefined
    }
  }
}

/** The demo admin keeps its public password. */
function mayReset({ mode, demoAdmin }: Env, { email }: Recipient): boolean {
  return mode !== 'demo' || email !== demoAdmin.email
}

const DAY_SECONDS = 24 * 3600

const PAGES = {
  'confirm-email': paths.confirmEmail,
  'password-reset': paths.resetPassword,
  'restore-email': paths.restoreEmail,
  'reopen-account': paths.reopenAccount,
} as const

async function linkFor(
  { db, env, emailId, onEnough }: EmailContext,
  user: Recipient,
  purpose: keyof typeof PAGES,
  seconds?: number,
) {
  const token = await issueToken(db, { user, purpose, emailId, seconds })
  if (!token) onEnough()
  return token && addressOf(env, `${PAGES[purpose]}?token=${token}`)
}

const addressOf = ({ publicUrl }: Env, path: string) => new URL(path, publicUrl).href
