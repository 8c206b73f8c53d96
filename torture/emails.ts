import type { Connection } from '../server/src/platform/database/database.ts'
import { type Buyer, demand } from './memory.ts'

type Pool = Connection['pool']

interface Difference {
  order: string
  kind: string
  emails: number
}

/**
 * Every status change of an order enqueued one email in its own transaction, and every refund another one. Sent emails
 * are deleted after an hour.
 */
export async function checkEmails(pool: Pool, buyers: Buyer[]): Promise<void> {
  const { rows } = await pool.query<Difference>(
    `select moves.order_id as order, moves.kind, count(job.id)::int as emails
    from (
      select order_id, case to_status when 'pending' then 'order-placed' when 'processing' then 'order-paid'
        else 'order-' || to_status end as kind, null as refund
      from order_history join orders on orders.id = order_id
      where user_id = any($1) and to_status <> 'refunded' and order_history.created_at > now() - interval '50 minutes'
      union all
      select order_id, 'order-refunded', provider_refund_id from refunds join payments on payments.id = payment_id
      where user_id = any($1) and state = 'completed' and refunds.created_at > now() - interval '50 minutes'
    ) moves
    left join pgboss.job on name = 'emails' and data ->> 'order' = moves.order_id and data ->> 'kind' = moves.kind
      and (moves.refund is null or data ->> 'refund' = moves.refund)
    group by 1, 2, moves.refund having count(job.id) <> 1`,
    [buyers.map(({ id }) => id)],
  )
  const [first] = rows
  demand(first === undefined, `Order ${first?.order} has left ${first?.emails} emails "${first?.kind}" in the outbox.`)
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
