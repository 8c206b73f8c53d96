import type { PaymentMode } from '@mela/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Need } from '../../platform/runtime/env.ts'

/** Real and test money never share a database: a shop that has taken real money opens with live keys only. */
export async function refuseMixedMoney(db: Database, mode: PaymentMode): Promise<void> {
  const need = await findMixedMoney(db, mode)
  if (need) throw new Error(`${need.problem} ${need.cure}.`)
}

export async function findMixedMoney(db: Database, mode: PaymentMode): Promise<Need | undefined> {
  const { rows } = await sql<{ hasLive: boolean; hasUnsentTest: boolean }>`
    select exists (select from payments where gateway_mode = 'live') as "hasLive",
      exists (
        select from orders join payments on payments.id = orders.payment_id
        where orders.status in ('pending', 'processing') and gateway_mode <> 'live'
      ) as "hasUnsentTest"`.execute(db)
  if (mode === 'live' && rows[0]?.hasUnsentTest)
    return {
      problem: 'Orders that were paid with test money wait to be sent.',
      cure: 'Take them out with all that test money paid: npm run admin -- leave-demo',
    }
  if (mode !== 'live' && rows[0]?.hasLive)
    return {
      problem: `This database holds real payments, and this would be ${mode} mode.`,
      cure: 'Open it with SHOP_MODE=live and live keys, or give this shop a database of its own',
    }
  return undefined
}
