import { sql } from 'kysely'
import { endPlan } from '../catalog/planned-prices/run-planned-prices.ts'
import type { Transaction } from '../platform/database/database.ts'
import { DOUBTFUL } from './people.ts'

/**
 * Deletes discounts and planned sales that the demo's admin, who may be anyone, or staff of theirs have written last: a
 * hidden code must not lower what a real shop sells. Answers their names.
 */
export async function takeOutOffers(db: Transaction): Promise<string[]> {
  return [...(await deleteDiscounts(db)), ...(await deletePlannedPrices(db))]
}

const wroteLast = (kind: 'discount' | 'planned-price', id: string) => sql<boolean>`(
  select actor_id from audit_log where subject = ${`${kind}:`} || ${sql.ref(id)} and actor_id is not null
  order by audit_log.id desc limit 1
) in (select id from doubtful)`

/** Orders that stay name them. */
async function deleteDiscounts(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive ${DOUBTFUL}, gone as (
      update discounts set deleted_at = now() where deleted_at is null and ${wroteLast('discount', 'discounts.id')} returning id, name
    ), codes as (
      delete from discount_codes using gone where discount_id = gone.id
    )
    select name from gone order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** What a running sale has reduced gets back the price that staff had set. */
async function deletePlannedPrices(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive ${DOUBTFUL}
    select id, name from planned_prices where ${wroteLast('planned-price', 'planned_prices.id')} order by name for update`.execute(
    db,
  )
  for (const { id } of rows) {
    const plan = db.selectFrom('planned_prices').selectAll().where('id', '=', id)
    const { state, ...rest } = await plan.executeTakeFirstOrThrow()
    if (state === 'running') await endPlan(db, () => {}, { ...rest, state }, null)
    await db.deleteFrom('planned_prices').where('id', '=', id).execute()
  }
  return rows.map(({ name }) => name)
}
