import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { enqueue, queue } from '../jobs/queue.ts'

/** A mail server may be down for a night, so it is retried for about ten hours. */
export const emailQueue = queue<Email>('emails', {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
})

/** The email leaves with the caller's commit, `afterSeconds` later at the earliest. */
export function enqueueEmail(db: Database, email: Email, { afterSeconds = 0 } = {}): Promise<void> {
  return enqueue(db, emailQueue, email, { afterSeconds })
}

/** Emails that could not be sent at the first try, or were given up within the hour, and why the last one was refused. */
export async function findUnsent(db: Database): Promise<{ count: number; refusal: string } | null> {
  const { rows } = await sql<{ count: number; refusal: string }>`
    select count(*)::int as count,
      (array_agg(coalesce(output->>'message', 'no answer') order by started_on desc nulls last))[1] as refusal
    from pgboss.job where name = 'emails' and state in ('retry', 'failed') having count(*) > 0`.execute(db)
  return rows[0] ?? null
}

/** Tries emails that could not be sent at once, with all tries before them again. */
export async function hurryEmails(db: Database): Promise<void> {
  await sql`update pgboss.job set state = 'retry', retry_count = 0, completed_on = null, start_after = now()
    where name = 'emails' and state in ('retry', 'failed')`.execute(db)
}

/** The text is rendered when the email is sent, from the data of that moment. */
export type Email =
  | {
      kind: 'welcome' | 'password-reset' | 'password-changed' | 'confirm-email' | 'two-factor-on' | 'two-factor-off'
      user: string
    }
  /** `left` is counted at the time: two-factor sign-in may be off again when the email is rendered. */
  | { kind: 'recovery-code-used'; user: string; left: number }
  /** Goes to the first address that the account can be given back to, or to its last one. */
  | { kind: 'account-closed'; user: string }
  /** Goes to the account's previous address. */
  | { kind: 'email-changed'; user: string; formerly: string }
  | { kind: 'admin-appointed'; user: string; appointed: string }
  | { kind: 'cart-reminder'; user: string }
  | { kind: 'unpaid-reminder'; user: string; about: string }
  | { kind: OrderEmailKind; order: string }
  /** `refund` is the provider's id of the refund: the shop's own row may be merged with another one. */
  | { kind: 'order-refunded'; order: string; refund: string }
  /** A refund of an order to its gift cards alone: of a part, which has a request, or of the rest. */
  | { kind: 'order-returned-to-cards'; order: string; request?: string }
  | { kind: 'gift-card'; giftCard: string }

export type OrderEmailKind =
  | 'order-placed'
  | 'order-confirmed'
  | 'order-payment-due'
  | 'order-payment-pending'
  | 'order-paid'
  | 'order-shipped'
  | 'order-cancelled'
  /** A new link to a guest, whose last one is too old. */
  | 'order-link'
