import type { Settings } from '@mela/contract'
import { makeInvoice } from '../orders/invoices/invoice-document.ts'
import { findFirstChange, findPendingEmail } from '../people/email-rows.ts'
import type { SessionUser } from '../people/session-user.ts'
import { findClosed } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import { allowEmail, countWithheld } from '../platform/mail/email-limits.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { type Email, enqueueEmail } from '../platform/mail/outbox.ts'
import { crashPoint } from '../platform/runtime/crash-points.ts'
import type { Env } from '../platform/runtime/env.ts'
import { readSettings } from '../shop/settings.ts'
import { draftForUser } from './account-emails.ts'
import { draftOfGiftCard, findGiftCardRecipient } from './gift-card-email.ts'
import { type Draft, type EmailPictures, greeting, isPlain, letterheadOf, renderEmail } from './layout.ts'
import { draftOfOrder } from './order-emails.ts'
import { draftOfReminder } from './reminder-emails.ts'

const DAY = 24 * 3600

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
  const paidOrder = 'order' in email && (await isPaid(db, email.order)) ? email.order : undefined
  const allowance =
    written && (await allowEmail(db, email.kind, { address: written.to.address, isGuest: written.isGuest, paidOrder }))
  if (isWithheld || (written && !allowance)) {
    log.warn({ email: emailId, kind: email.kind }, 'an email was withheld: its recipient has had enough')
    await countWithheld(db, email.kind)
    // The link of a withheld email was never sent, and does not count towards the limit.
    await db.deleteFrom('user_tokens').where('email_id', '=', emailId).execute()
    // It was paid for, and its code is in no other email.
    if (email.kind === 'gift-card') await enqueueEmail(db, email, { afterSeconds: DAY })
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

/** By money from outside. */
async function isPaid(db: Database, orderId: string): Promise<boolean> {
  const payments = db.selectFrom('payments').select('id').where('order_id', '=', orderId)
  const arrived = payments.where(({ or, eb }) => or([eb('status', '=', 'completed'), eb('received_cents', '>', 0)]))
  return (await arrived.executeTakeFirst()) !== undefined
}

type Asked = Omit<Parameters<typeof draftForUser>[0], 'shop' | 'user'> & Pick<Sending, 'pictures'>

/** Renders the present data; undefined when the email must not be sent any more. */
export async function composeEmail(asked: Asked, email: Email) {
  const settings = await readSettings(asked.db)
  const { shop } = settings
  const letter = await writeLetter({ ...asked, shop, settings }, email)
  if (!letter) return undefined

  const { to, draft, isGuest } = letter
  return {
    from: { name: shop.name, address: shop.email },
    to,
    isGuest,
    unsubscribeUrl: draft.unsubscribeUrl,
    ...renderEmail(draft, await letterheadOf(asked.db, settings, asked.env.publicUrl, asked.pictures)),
    attachments: settings.orders.attachInvoices ? await attachmentsOf(asked.db, email) : [],
  }
}

async function writeLetter(facts: Omit<Facts, 'user'>, email: Email) {
  if (email.kind === 'gift-card') {
    const address = await findGiftCardRecipient(facts.db, email.giftCard)
    const draft = address && (await draftOfGiftCard(facts, email.giftCard))
    return draft && { to: { name: '', address }, draft, isGuest: false }
  }
  const user = await recipientOf(facts.db, email)
  const draft = user && (await draftOf({ ...facts, user }, email))
  if (!draft) return undefined
  const greeted = { ...draft, parts: [greeting(user.firstName), ...draft.parts] }
  return { to: { name: fullName(user), address: user.email }, draft: greeted, isGuest: user.role === 'guest' }
}

type Facts = Parameters<typeof draftOfOrder>[0] & Parameters<typeof draftForUser>[0] & { settings: Settings }

function draftOf(facts: Facts, email: Exclude<Email, { giftCard: string }>): Promise<Draft | undefined> {
  if ('order' in email) return draftOfOrder(facts, email)
  if (email.kind === 'cart-reminder' || email.kind === 'unpaid-reminder') return draftOfReminder(facts, email)
  return draftForUser(facts, email)
}

function fullName({ firstName, lastName }: Recipient): string {
  return isPlain(firstName) && isPlain(lastName) ? `${firstName} ${lastName}` : ''
}

/** Those about money that has moved: an invoice has words of the buyer, who is unknown until something is paid. */
async function attachmentsOf(db: Database, email: Email) {
  if (!['order-paid', 'order-refunded'].includes(email.kind) || !('order' in email)) return []
  const id = await findInvoiceId(db, email.order, email.kind === 'order-refunded' ? email.refund : null)
  if (!id) return []
  const { name, content } = await makeInvoice(db, id)
  return [{ filename: name, content, contentType: 'application/pdf' }]
}

async function findInvoiceId(db: Database, orderId: string, refundId: string | null) {
  const invoice = db.selectFrom('invoices').select('id').where('order_id', '=', orderId)
  const row = await (refundId === null
    ? invoice.where('kind', '=', 'invoice').where('corrects', 'is', null)
    : invoice.where('provider_refund_id', '=', refundId)
  ).executeTakeFirst()
  return row?.id
}

async function recipientOf(db: Database, email: Exclude<Email, { giftCard: string }>): Promise<Recipient | undefined> {
  if ('order' in email) return findBuyer(db, email.order)
  if (email.kind === 'password-reset' || email.kind === 'account-closed') return findRightfulOwner(db, email.user)
  if (email.kind === 'confirm-email') return findRecipientOfLink(db, email.user)
  if (email.kind !== 'email-changed') return findRecipient(db, email.user)

  const owner = await findRightfulOwner(db, email.user)
  return owner && { ...owner, email: email.formerly }
}

interface Recipient {
  id: string
  firstName: string
  lastName: string
  email: string
  isActive: boolean
  role: SessionUser['role']
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
  const found = closed ? { ...closed, isActive: false, role: 'customer' as const } : await findRecipient(db, userId)
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
    .select(['users.id', 'first_name as firstName', 'last_name as lastName', 'email', 'is_active as isActive', 'role'])
    .where('users.deleted_at', 'is', null)
}
