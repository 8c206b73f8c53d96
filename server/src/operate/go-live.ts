import type { OwnerProof } from '@mela/contract'
import type { Gateways } from '../payments/gateways/gateway.ts'
import { beginProof } from '../people/prove-owner.ts'
import { type Caller, lockOwner } from '../people/sessions.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'
import { listLiveNeeds } from './opening.ts'

interface Parts {
  db: Database
  env: Env
  gateways: Gateways
}

/** Lets a rehearsal take real money, for good: prove → check that nothing is missing → take the code → switch → tell all. */
export async function goLive({ db, env, gateways }: Parts, { user, token }: Caller, proof: OwnerProof): Promise<void> {
  const takeCode = await beginProof(db, env, user, proof)
  if (env.mode === 'demo') throw conflict('A shop in demo mode takes no real money. Start it with SHOP_MODE=rehearsal.')
  const needs = await listLiveNeeds(db, env)
  if (needs.length > 0) throw conflict(needs.map(({ problem }) => problem).join(' '), 'not_ready', needs)
  await takeCode()
  await transact(db, async (db, invalidate) => {
    await lockOwner(db, user.id, token)
    // The press that came second answers from what the first one has changed, too.
    invalidate('shop', 'gateways')
    const rehearsal = db.updateTable('settings').set({ takes_real_money: true }).where('takes_real_money', '=', false)
    if ((await rehearsal.executeTakeFirstOrThrow()).numUpdatedRows === 0n) return
    await recordAudit(db, { actor: user.id, action: 'settings.went_live', subject: 'settings:opening' })
  })
  await gateways.refresh()
}
