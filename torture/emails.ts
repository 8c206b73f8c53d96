import type { Connection } from '../server/src/platform/database/database.ts'
import { BUYERS } from './buyers.ts'
import { demand } from './memory.ts'

type Pool = Connection['pool']

interface Difference {
  about: string
  kind: string
  emails: number
}

/**
 * Every status change of an order but its end enqueued one email in its own transaction, and so did every whole sum that staff
 * recorded, every refund and every gift card. Sent emails are deleted after an hour.
 */
export async function checkEmails(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Difference>(
    `with ours as (
      select orders.id as about, exists (
        select from payments where order_id = orders.id and gateway in ('transfer', 'delivery')) as is_later
      from orders join users on users.id = user_id where email like '%' || $1::text
    ), paid as (
      select about, payments.* from ours join payments on order_id = about
    ), moves as (
      select about, case when to_status = 'pending' then 'order-placed' when to_status <> 'processing' then 'order-' || to_status
        when is_later then 'order-confirmed' else 'order-paid' end as kind, null as refund, created_at
      from ours join order_history on order_id = about where to_status not in ('delivered', 'refunded')
      union all
      select about, 'order-paid', null, update_time from paid where gateway in ('transfer', 'delivery') and status = 'completed'
      union all
      select about, 'order-refunded', provider_refund_id, refunds.created_at
      from paid join refunds on payment_id = paid.id where state = 'completed'
      union all
      select id, 'gift-card', null, created_at from gift_cards
    )
    select about, moves.kind, count(job.id)::int as emails
    from moves left join pgboss.job on name = 'emails' and coalesce(data ->> 'order', data ->> 'giftCard') = about
      and data ->> 'kind' = moves.kind and (refund is null or data ->> 'refund' = refund)
    where moves.created_at > now() - interval '50 minutes' group by 1, 2, refund having count(job.id) <> 1`,
    [BUYERS],
  )
  const [first] = rows
  demand(first === undefined, `${first?.about} has left ${first?.emails} emails '${first?.kind}' in the outbox.`)
}

/** In the end every email has been sent, including those of killed processes; expirations are not awaited. */
export async function countUnsent(pool: Pool): Promise<number> {
  await pool.query(`update pgboss.job set start_after = now() where name = 'emails' and state in ('created', 'retry')`)
  await pool.query(
    `update pgboss.job set started_on = now() - make_interval(secs => expire_seconds)
    where name = 'emails' and state = 'active' and started_on < now() - interval '20 seconds'`,
  )
  const { rows } = await pool.query<{ unsent: number }>(
    `select count(*)::int as unsent from pgboss.job where name = 'emails' and state <> 'completed'`,
  )
  return rows[0]?.unsent ?? 0
}
