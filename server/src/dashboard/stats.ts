import { formatPrice, fromCents, REFUND_DUE, type Stats } from '@mela/contract'
import { sql } from 'kysely'
import { isSale } from '../payments/rows.ts'
import type { Database } from '../platform/database/database.ts'

export async function findStats(db: Database, currency: string): Promise<Stats> {
  const { orders, customers, cents, disputes, due } = await db
    .selectNoFrom(from => [
      from
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'processing')
        .$asScalar()
        .as('orders'),
      from
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('role', '=', 'customer')
        .where('deleted_at', 'is', null)
        .$asScalar()
        .as('customers'),
      from
        .selectFrom('payments')
        .select(sql<number>`coalesce(sum(amount_cents - refunded_cents), 0)::bigint`.as('cents'))
        .where(isSale)
        .$asScalar()
        .as('cents'),
      from
        .selectFrom('disputes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('is_open', '=', true)
        .$asScalar()
        .as('disputes'),
      from
        .selectFrom('payments')
        .select(({ fn }) => fn.count<number>('order_id').distinct().as('count'))
        .where('is_refund_due', '=', true)
        .$asScalar()
        .as('due'),
    ])
    .executeTakeFirstOrThrow()

  return {
    'New Orders': orders ?? 0,
    Customers: customers ?? 0,
    'Total Sales': formatPrice(fromCents(cents ?? 0), currency),
    'Open Disputes': disputes ?? 0,
    ...(due && { [REFUND_DUE]: due }),
  }
}
