import { fromCents } from '@mela/contract'
import { sql } from 'kysely'
import { type AuditEvent, recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database, RowOf, Transaction } from '../../platform/database/database.ts'
import type { Invalidate } from '../../platform/database/invalidation.ts'
import { transact } from '../../platform/database/transact.ts'
import { listTargetProducts } from './plan-targets.ts'
import { insertRows, planRows, reductionOf, writePlannedPrices } from './reprice.ts'

const isOver = sql<boolean>`(state <> 'ended' and ends_at <= now())`
const hasBegun = sql<boolean>`(state = 'planned' and begins_at <= now())`

/**
 * Each minute: ends the sales that are over → begins those that are due. One transaction for each, so a death leaves a
 * sale as it was or done; a failure does not block the others.
 */
export async function runPlannedPrices(db: Database): Promise<void> {
  const due = await db
    .selectFrom('planned_prices')
    .select('id')
    .where(({ or }) => or([isOver, hasBegun]))
    .orderBy(sql`case when ${isOver} then ends_at else begins_at end`)
    .execute()
  const failures: unknown[] = []
  for (const { id } of due) await runPlan(db, id).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} planned sales could not be run.`)
}

/** Seconds until the next sale begins or ends; undefined while none is planned. */
export async function secondsUntilNext(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from min(case state when 'planned' then begins_at else ends_at end) - now()))::float8 as seconds
    from planned_prices where state <> 'ended'`.execute(db)
  return rows[0]?.seconds ?? undefined
}

export function runPlan(db: Database, id: string): Promise<void> {
  return transact(db, async (db, invalidate) => {
    const plan = await db
      .selectFrom('planned_prices')
      .selectAll()
      .select(isOver.as('is_over'))
      .where('id', '=', id)
      .where(({ or }) => or([isOver, hasBegun]))
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!plan) return
    if (plan.is_over) await endPlan(db, invalidate, plan, null)
    else await beginPlan(db, invalidate, plan)
  })
}

type Plan = RowOf<'planned_prices'>

/** Chooses its products → writes what it asks for each row, and the prices. */
async function beginPlan(db: Transaction, invalidate: Invalidate, plan: Plan): Promise<void> {
  const { id, target } = plan
  const ids = await lockProductRows(db, await listTargetProducts(db, target))
  const rows = await planRows(db, ids, reductionOf(plan))
  await insertRows(db, id, rows)
  const product_count = new Set(rows.map(({ product }) => product)).size
  await setState(db, id, { state: 'running', product_count })
  await reprice(db, invalidate, { plan, ids, action: 'began', actor: null })
}

/** A sale that never ran ends as it is. */
export async function endPlan(
  db: Transaction,
  invalidate: Invalidate,
  plan: Plan,
  actor: string | null,
): Promise<void> {
  const reduced = db.selectFrom('planned_price_rows').select('product_id').distinct().where('plan_id', '=', plan.id)
  const ids = await lockProductRows(
    db,
    (await reduced.execute()).map(({ product_id }) => product_id),
  )
  await db.deleteFrom('planned_price_rows').where('plan_id', '=', plan.id).execute()
  const ends_at = sql<Date>`greatest(least(ends_at, now()), begins_at + interval '1 second')`
  await setState(db, plan.id, { state: 'ended', ends_at })
  await reprice(db, invalidate, { plan, ids, action: 'ended', actor })
}

/** In the order of their ids, as saves lock them. */
async function lockProductRows(db: Transaction, ids: string[]): Promise<string[]> {
  const among = sql<string>`any(${ids})`
  await db.selectFrom('products').select('id').where('id', '=', among).orderBy('id').forNoKeyUpdate().execute()
  return ids
}

const setState = (db: Transaction, id: string, values: object) =>
  db
    .updateTable('planned_prices')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()

const AUDIT_AT_ONCE = 1000

interface Turn {
  plan: Plan
  ids: string[]
  action: 'began' | 'ended'
  actor: string | null
}

async function reprice(db: Transaction, invalidate: Invalidate, { plan, ids, action, actor }: Turn): Promise<void> {
  const changed = await writePlannedPrices(db, ids)
  if (changed.length > 0) invalidate('catalog')
  for (const { product, category } of changed) invalidate(`product:${product}`, `category:${category}`)

  const stateOf = ({ onSale, cents }: (typeof changed)[number]['before']) => ({ onSale, salePrice: fromCents(cents) })
  const events: AuditEvent[] = changed.map(({ product, before, after }) => ({
    ...{ actor, action: `product.sale-${action}`, subject: `product:${product}` },
    ...{ before: stateOf(before), after: { ...stateOf(after), plannedPrice: plan.name } },
  }))
  const own: AuditEvent = { actor, action: `planned-price.${action}`, subject: `planned-price:${plan.id}` }
  events.push({ ...own, after: { products: changed.length } })
  for (let from = 0; from < events.length; from += AUDIT_AT_ONCE)
    await recordAudit(db, ...events.slice(from, from + AUDIT_AT_ONCE))
}
