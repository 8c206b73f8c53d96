import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { countAll, uncountAll } from '../limits/limit-attempts.ts'
import type { Email } from './outbox.ts'

const HOUR = 3600

type Group = 'money' | 'gift' | 'way back' | 'access' | 'other'

/**
 * Emails of one kind per address and hour (ADR 0009), for password resets per half hour; a customer may well order ten
 * times. Other groups must not use up the limit of a refund, or of the link that restores an account.
 */
const limits: Record<Email['kind'], [most: number, group: Group]> = {
  welcome: [3, 'other'],
  'confirm-email': [5, 'other'],
  'password-reset': [3, 'access'],
  'password-changed': [5, 'access'],
  'email-changed': [5, 'way back'],
  'account-closed': [5, 'way back'],
  'two-factor-on': [5, 'access'],
  'two-factor-off': [5, 'access'],
  'recovery-code-used': [10, 'access'],
  'admin-appointed': [10, 'access'],
  'cart-reminder': [1, 'other'],
  'unpaid-reminder': [1, 'other'],
  'order-placed': [20, 'other'],
  'order-confirmed': [20, 'money'],
  'order-payment-due': [20, 'other'],
  'order-payment-pending': [20, 'money'],
  'order-paid': [20, 'money'],
  'order-shipped': [20, 'money'],
  'order-cancelled': [20, 'other'],
  'order-refunded': [20, 'money'],
  'order-link': [5, 'access'],
  'order-returned-to-cards': [20, 'money'],
  // Each was paid for or made by staff, who can send it again.
  'gift-card': [100, 'gift'],
}

interface Receiver {
  address: string
  isGuest: boolean
  /** Its buyer hears of it, whatever others order with the same address. */
  paidOrder?: string | undefined
}

/** Undefined when the recipient is over the limit. Only hashes are stored. */
export async function allowEmail(db: Database, kind: Email['kind'], to: Receiver) {
  const { counted, full } = await countAll(db, await limitsOf(db, kind, to))
  return full ? undefined : { giveBack: () => uncountAll(db, counted) }
}

/** A guest may type anyone's address: what they order is limited by the day, and uses up nothing of an account. */
async function limitsOf(db: Database, kind: Email['kind'], { address, isGuest, paidOrder }: Receiver) {
  const [most, group] = limits[kind]
  if (paidOrder) {
    const subject = ['email', 'paid', group, ...(await placeOf(db, address))]
    const ofOrder = { subject: ['email', kind, 'order', paidOrder], most, seconds: HOUR }
    const isOwn = !isGuest && (await isConfirmed(db, address))
    // A stranger may pay and cancel, again and again.
    return isOwn ? [ofOrder] : [ofOrder, { subject, most: 100, seconds: 24 * HOUR }]
  }
  const guest = isGuest ? ['guest'] : []
  // A reset link lives as long as this limit, so that one of those sent is always valid.
  const seconds = kind === 'password-reset' ? HOUR / 2 : HOUR
  const ofKind = { subject: ['email', kind, address, ...guest], most, seconds }
  if (!isGuest && (await isConfirmed(db, address))) return [ofKind]

  // An unconfirmed address may belong to another person, so its day is limited.
  const subject = ['email', group, ...guest, ...(await placeOf(db, address))]
  return [ofKind, { subject, most: ofDay[group] ?? 10, seconds: 24 * HOUR }]
}

const ofDay: Partial<Record<Group, number>> = { money: 20, gift: 100 }

/** Another person's variants of an address must not use up its limit; all variants share one count. */
async function placeOf(db: Database, address: string): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string; oldest: string | null }>`
    select mailbox, (
      select email from users where mailbox_of(email) = mailbox and role <> 'guest' order by email_since, id limit 1
    ) as oldest
    from mailbox_of(${address}) as mailbox`.execute(db)
  const { mailbox, oldest } = rows[0] ?? { mailbox: address, oldest: null }
  if (address === mailbox) return [mailbox]
  return [address === oldest ? 'oldest' : 'variants', mailbox]
}

/** A former address counts as long as the change or the closing can be undone. */
export async function isConfirmed(db: Database, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where email = ${address} and role <> 'guest' and email_confirmed_at is not null
    union all select from email_changes where email = ${address} and was_confirmed and expires_at > now()
    union all select from closed_accounts where email = ${address} and was_confirmed and erase_at > now()
    limit 1`.execute(db)
  return rows.length > 0
}

export async function countWithheld(db: Database, kind: Email['kind']): Promise<void> {
  await sql`
    insert into withheld_emails as known (kind) values (${kind})
    on conflict (day, kind) do update set count = known.count + 1`.execute(db)
}
