import { paths, type ShopSettings } from '@mela/contract'
import { makeInvoice } from '../orders/invoices/invoice-document.ts'
import { findInvoiceId } from '../orders/invoices/issue-invoice.ts'
import { findFirstChange, findPendingEmail } from '../people/email-rows.ts'
import { deleteTokensOfEmail, issueToken } from '../people/tokens.ts'
import { findClosed } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import { allowEmail, countWithheld, isConfirmed } from '../platform/mail/email-limits.ts'
import type { ComposedEmail, Mailer } from '../platform/mail/mailer.ts'
import type { Email } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import type { Env } from '../platform/runtime/env.ts'
import { readSettings } from '../shop/settings.ts'
import {
  accountClosed,
  confirmEmail,
  emailChanged,
  fullName,
  passwordChanged,
  passwordReset,
  recoveryCodeUsed,
  twoFactorOff,
  twoFactorOn,
  welcome,
} from './account-emails.ts'
import { draftOfOrder, type EmailPictures, emailPictureUrl } from './draft-order-email.ts'
import { type Draft, letterheadOf, renderEmail } from './layout.ts'

interface Sending {
  db: Database
  env: Env
  pictures: EmailPictures
  mailer: Mailer
  log: { warn(details: object, message: string): void }
}

/**
 * Renders an email from the outbox and passes it to the mailer; the queue retries failures. Emails over a recipient's
 * limit are withheld, whichever route requested them (ADR 0009).
 */
export async function sendEmail(
  { db, env, pictures, mailer, log }: Sending,
  email: Email,
  emailId: string,
): Promise<void> {
  let isWithheld = false
  const onEnough = () => {
    isWithheld = true
  }
  const written = await composeEmail({ db, env, pictures, emailId, onEnough }, email)
  const allowance = written && (await allowEmail(db, email.kind, written.to.address))
  if (isWithheld || (written && !allowance)) {
    log.warn({ email: emailId, kind: email.kind }, 'an email was withheld: its recipient has had enough')
    await countWithheld(db, email.kind)
    // The link of a withheld email was never sent, and does not count towards the limit.
    await deleteTokensOfEmail(db, emailId)
  }

  crashPoint('email before delivery')
  try {
    if (written && allowance) await mailer.deliver(written, emailId, email.kind)
  } catch (error) {
    await allowance?.giveBack()
    throw error
  }
  crashPoint('email after delivery')
}

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

async function draftForUser(
  context: EmailContext,
  email: Extract<Email, { user: string }>,
  user: Recipient,
): Promise<Draft | undefined> {
  const { firstName, isActive } = user
  const facts = { firstName, shop: context.shop }
  const forgotUrl = addressOf(context.env, paths.forgotPassword)
  switch (email.kind) {
    case 'welcome':
    case 'confirm-email': {
      const confirmUrl = isActive && (await linkFor(context, user, 'confirm-email'))
      if (!confirmUrl) return undefined
      if (email.kind === 'welcome') return welcome(facts, confirmUrl)
      const isMove = (await findRecipient(context.db, user.id))?.email !== user.email
      return confirmEmail(facts, confirmUrl, isMove)
    }
    case 'password-reset': {
      if (!isActive || !mayReset(context.env, user)) return undefined
      // Another person can use up the day's emails to an unconfirmed address, so their links stay valid for the day.
      const lastsADay = !(await isConfirmed(context.db, user.email))
      const resetUrl = await linkFor(context, user, 'password-reset', lastsADay ? DAY_SECONDS : undefined)
      if (!resetUrl) return undefined
      const isFormerAddress = (await findRecipient(context.db, user.id))?.email !== user.email
      return passwordReset(facts, resetUrl, { isFormerAddress, lastsADay })
    }
    case 'password-changed':
      return passwordChanged(facts, forgotUrl)
    case 'two-factor-on':
      return twoFactorOn(facts, forgotUrl)
    case 'two-factor-off':
      return twoFactorOff(facts, forgotUrl)
    case 'recovery-code-used':
      return recoveryCodeUsed(facts, forgotUrl, email.left)
    case 'email-changed': {
      const change = await findFirstChange(context.db, user.id, user.email)
      return emailChanged(facts, change && (await linkFor(context, user, 'restore-email')))
    }
    case 'account-closed': {
      const reopenUrl = (await findClosed(context.db, user.id)) && (await linkFor(context, user, 'reopen-account'))
      return reopenUrl ? accountClosed(facts, reopenUrl) : undefined
    }
  }
}

/** The demo admin keeps its public password. */
function mayReset({ mode, demoAdmin }: Env, { email }: Recipient): boolean {
  return mode !== 'demo' || email !== demoAdmin.email
}

const addressOf = ({ publicUrl }: Env, path: string) => new URL(path, publicUrl).href

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

const PAGES = {
  'confirm-email': paths.confirmEmail,
  'password-reset': paths.resetPassword,
  'restore-email': paths.restoreEmail,
  'reopen-account': paths.reopenAccount,
} as const

const DAY_SECONDS = 24 * 3600

interface Recipient {
  id: string
  firstName: string
  lastName: string
  email: string
  isActive: boolean
}

/** Undefined when the account was deleted. */
async function findRecipient(db: Database, userId: string): Promise<Recipient | undefined> {
  return recipients(db).where('users.id', '=', userId).executeTakeFirst()
}

/** A link goes to the pending address while it is unconfirmed. */
async function findRecipientOfLink(db: Database, userId: string): Promise<Recipient | undefined> {
  const found = await findRecipient(db, userId)
  return found && { ...found, email: (await findPendingEmail(db, userId)) ?? found.email }
}

/** The owner may be locked out; the first address that the account can be given back to counts. */
async function findRightfulOwner(db: Database, userId: string): Promise<Recipient | undefined> {
  const closed = await findClosed(db, userId)
  const found = closed ? { ...closed, isActive: false } : await findRecipient(db, userId)
  const first = await findFirstChange(db, userId)
  return found && { ...found, email: first?.email ?? found.email }
}

async function findBuyer(db: Database, orderId: string): Promise<Recipient | undefined> {
  return recipients(db)
    .innerJoin('orders', 'orders.user_id', 'users.id')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
}

function recipients(db: Database) {
  return db
    .selectFrom('users')
    .select(['users.id', 'first_name as firstName', 'last_name as lastName', 'email', 'is_active as isActive'])
    .where('users.deleted_at', 'is', null)
}
