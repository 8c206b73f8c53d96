import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { type AttemptLimit, countAttempt, uncountAttempt } from '../limits/limit-attempts.ts'
import type { Email } from './outbox.ts'

const HOUR = 3600

/**
 * Emails of one kind per address and hour (ADR 0009), for password resets per half hour; a customer may well order ten
 * times.
 */
const most: Record<Email['kind'], number> = {
  welcome: 3,
  'confirm-email': 5,
  'password-reset': 3,
  'password-changed': 5,
  'email-changed': 5,
  'account-closed': 5,
  'two-factor-on': 5,
  'two-factor-off': 5,
  'recovery-code-used': 10,
  'order-placed': 20,
  'order-payment-pending': 20,
  'order-paid': 20,
  'order-shipped': 20,
  'order-cancelled': 20,
  'order-refunded': 20,
}

type Group = 'money' | 'way back' | 'access' | 'other'

/** Other emails must not use up the limit of a refund, or of the link that restores an account. */
const groups: Partial<Record<Email['kind'], Group>> = {
  'order-payment-pending': 'money',
  'order-paid': 'money',
  'order-shipped': 'money',
  'order-refunded': 'money',
  'account-closed': 'way back',
  'email-changed': 'way back',
  'password-reset': 'access',
  'password-changed': 'access',
  'two-factor-on': 'access',
  'two-factor-off': 'access',
  'recovery-code-used': 'access',
}

/** An unconfirmed address may belong to another person, so its day is limited. */
const unconfirmed = (group: Group): AttemptLimit => ({ most: group === 'money' ? 20 : 10, seconds: 24 * HOUR })

/** Undefined when the recipient is over the limit. Only hashes are stored. */
export async function allowEmail(db: Database, kind: Email['kind'], address: string) {
  const counted: Buffer[] = []
  const giveBack = async () => {
    for (const key of counted) await uncountAttempt(db, key)
  }
  for (const { subject, ...limit } of await limitsOf(db, kind, address)) {
    const key = createHash('sha256').update(JSON.stringify(subject)).digest()
    if ((await countAttempt(db, key, limit)) === undefined) {
      await giveBack()
      return undefined
    }
    counted.push(key)
  }
  return { giveBack }
}

async function limitsOf(db: Database, kind: Email['kind'], address: string) {
  // A reset link lives as long as this limit, so that one of those sent is always valid.
  const seconds = kind === 'password-reset' ? HOUR / 2 : HOUR
  const ofKind = { subject: ['email', kind, address], most: most[kind], seconds }
  if (await isConfirmed(db, address)) return [ofKind]

  const group = groups[kind] ?? 'other'
  return [ofKind, { subject: ['email', group, ...(await placeOf(db, address))], ...unconfirmed(group) }]
}

/** Another person's variants of an address must not use up its limit; all variants share one count. */
async function placeOf(db: Database, address: string): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string; oldest: string | null }>`
    select mailbox, (
      select email from users where mailbox_of(email) = mailbox order by email_since, id limit 1
    ) as oldest
    from mailbox_of(${address}) as mailbox`.execute(db)
  const { mailbox, oldest } = rows[0] ?? { mailbox: address, oldest: null }
  if (address === mailbox) return [mailbox]
  return [address === oldest ? 'oldest' : 'variants', mailbox]
}

/** A former address counts as long as the change or the closing can be undone. */
export async function isConfirmed(db: Database, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where email = ${address} and email_confirmed_at is not null
    union all select from email_changes where email = ${address} and was_confirmed and expires_at > now()
    union all select from closed_accounts where email = ${address} and was_confirmed and erase_at > now()
    limit 1`.execute(db)
  return rows.length > 0
}

const SHOWN_DAYS = 7
const KEPT_DAYS = 30

export async function countWithheld(db: Database, kind: Email['kind']): Promise<void> {
  await db
    .insertInto('withheld_emails')
    .values({ kind })
    .onConflict(conflict => conflict.columns(['day', 'kind']).doUpdateSet({ count: sql`withheld_emails.count + 1` }))
    .execute()
}

export async function listWithheld(db: Database): Promise<{ kind: string; count: number }[]> {
  return db
    .selectFrom('withheld_emails')
    .select(['kind', ({ fn }) => fn.sum<number>('count').as('count')])
    .where('day', '>', sql<Date>`current_date - ${SHOWN_DAYS}::int`)
    .groupBy('kind')
    .orderBy('count', 'desc')
    .orderBy('kind')
    .execute()
}

export async function forgetWithheld(db: Database): Promise<void> {
  await db.deleteFrom('withheld_emails').where('day', '<', sql<Date>`current_date - ${KEPT_DAYS}::int`).execute()
}
