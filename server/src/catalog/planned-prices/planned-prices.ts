import {
  type BodyOf,
  type Calls,
  fromCents,
  type PlannedPrice,
  type PlannedPriceInput,
  type PlannedPricePreview,
  type QueryOf,
  toCents,
} from '@mela/contract'
import { sql } from 'kysely'
import { applyChanges, refuseStale } from '../../platform/audit/apply-changes.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { countRows, newId } from '../../platform/database/ids.ts'
import { transact } from '../../platform/database/transact.ts'
import { conflict, invalid, notFound } from '../../platform/http/errors.ts'
import { claimKey } from '../../platform/http/idempotency-keys.ts'
import { listTargetProducts, requireTarget, targetName } from './plan-targets.ts'
import { planRows, type Reduction } from './reprice.ts'
import { endPlan, runPlan } from './run-planned-prices.ts'

type PlanQuery = QueryOf<Calls['GET /planned-prices']>

export async function listPlannedPrices(db: Database, { page, size, keyword, product }: PlanQuery) {
  let found = db.selectFrom('planned_prices')
  if (keyword) found = found.where(sql<boolean>`position(folded(${keyword}) in folded(name)) > 0`)
  if (product)
    found = found.where('id', 'in', eb =>
      eb.selectFrom('planned_price_rows').select('plan_id').where('product_id', '=', product),
    )
  const rows = await found
    .select(shown)
    .orderBy(sql`array_position('{running,planned,ended}', state)`)
    .orderBy(sql`case when state = 'ended' then now() - ends_at else begins_at - now() end`)
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows: rows.map(toPlan), total: await countRows(found) }
}

const minuteOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone shop_time_zone(), 'YYYY-MM-DD"T"HH24:MI')`

const shown = [
  ...(['id as _id', 'name', 'target', 'kind', 'value', 'state', 'version', 'product_count as productCount'] as const),
  targetName.as('targetName'),
  minuteOf('begins_at').as('begins'),
  minuteOf('ends_at').as('ends'),
] as const

const toPlan = <Row extends { kind: PlannedPrice['kind']; value: number }>(row: Row) => ({
  ...row,
  value: row.kind === 'percent' ? row.value : fromCents(row.value),
})

export async function requirePlannedPrice(db: Database, id: string): Promise<PlannedPrice> {
  const row = await db.selectFrom('planned_prices').select(shown).where('id', '=', id).executeTakeFirst()
  if (!row) throw noSuchPlan()
  return toPlan(row)
}

const noSuchPlan = () => notFound('Planned sale not found.')

const MOST_EXAMPLES = 4

/** What the sale would reduce if it began now. */
export async function previewPlannedPrice(
  db: Database,
  { target, ...reduction }: BodyOf<Calls['POST /planned-prices/preview']>,
): Promise<PlannedPricePreview> {
  const ids = await listTargetProducts(db, target)
  const rows = await planRows(db, ids, reduction)
  const reduced = [
    ...Map.groupBy(
      rows.filter(({ before, cents }) => cents < before),
      ({ product }) => product,
    ).values(),
  ]
  const examples = reduced.slice(0, MOST_EXAMPLES).flatMap(([row]) => row ?? [])
  const names = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${examples.map(({ product }) => product)})`)
    .execute()
  return {
    products: ids.length,
    reduced: reduced.length,
    examples: examples.map(({ product, before, cents }) => ({
      _id: product,
      name: names.find(({ id }) => id === product)?.name ?? '',
      from: fromCents(before),
      to: fromCents(cents),
    })),
  }
}

/** A sale that has begun already begins at once. */
export async function addPlannedPrice(
  db: Database,
  actor: string,
  input: PlannedPriceInput,
  key?: string,
): Promise<PlannedPrice> {
  const id = newId()
  const earlierId = await transact(db, async db => {
    const earlierId = await claimKey(db, { userId: actor, key, kind: 'planned-price', request: input, id })
    if (earlierId) return earlierId
    await requireTarget(db, input.target)
    await requireFuture(db, input.ends)
    await db
      .insertInto('planned_prices')
      .values({ id, ...columnsOf(input) })
      .execute()
    await recordAudit(db, { actor, action: 'planned-price.created', subject: `planned-price:${id}`, after: input })
  })
  await runPlan(db, earlierId ?? id)
  return requirePlannedPrice(db, earlierId ?? id)
}

export async function editPlannedPrice(
  db: Database,
  actor: string,
  id: string,
  { version, ...sent }: BodyOf<Calls['PUT /planned-prices/:id']>,
): Promise<PlannedPrice> {
  await transact(db, async db => {
    const present = await lockPlan(db, id)
    refuseStale(version, present.version)
    const { name, target, kind, value, begins, ends } = await requirePlannedPrice(db, id)
    const { changed, states } = applyChanges<PlannedPriceInput>({ name, target, kind, value, begins, ends }, sent)
    if (present.state === 'ended') throw conflict('This sale is over.')
    if (present.state === 'running' && changed.some(field => field !== 'name' && field !== 'ends'))
      throw conflict('This sale is running: only its name and its end can be changed.')
    if (changed.length === 0) return

    if (present.state === 'planned') await requireTarget(db, sent.target)
    await requireFuture(db, sent.ends)
    const columns = { ...columnsOf(sent), version: sql<number>`version + 1` }
    await db.updateTable('planned_prices').set(columns).where('id', '=', id).execute()
    await recordAudit(db, { actor, action: 'planned-price.updated', subject: `planned-price:${id}`, ...states })
  })
  await runPlan(db, id)
  return requirePlannedPrice(db, id)
}

export async function endPlannedPrice(db: Database, actor: string, id: string): Promise<PlannedPrice> {
  await transact(db, async (db, invalidate) => {
    const plan = await lockPlan(db, id)
    if (plan.state !== 'running') throw conflict('This sale is not running.')
    await endPlan(db, invalidate, plan, actor)
  })
  return requirePlannedPrice(db, id)
}

export async function removePlannedPrice(db: Database, actor: string, id: string): Promise<void> {
  await transact(db, async db => {
    const { state } = await lockPlan(db, id)
    if (state === 'running') throw conflict('This sale is running. Please end it first.')
    const { name, target, kind, value, begins, ends } = await requirePlannedPrice(db, id)
    await db.deleteFrom('planned_prices').where('id', '=', id).execute()
    const before = { name, target, kind, value, begins, ends }
    await recordAudit(db, { actor, action: 'planned-price.deleted', subject: `planned-price:${id}`, before })
  })
}

async function lockPlan(db: Transaction, id: string) {
  const row = await db.selectFrom('planned_prices').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw noSuchPlan()
  return row
}

const timeOf = (minute: string) => sql<Date>`(${minute}::timestamp at time zone shop_time_zone())`

async function requireFuture(db: Database, ends: string): Promise<void> {
  const { rows } = await sql<{ isPast: boolean }>`select ${timeOf(ends)} <= now() as "isPast"`.execute(db)
  if (rows[0]?.isPast) throw invalid({ ends: 'This time has passed.' })
}

const columnsOf = ({ name, target, kind, value, begins, ends }: PlannedPriceInput & Reduction) => ({
  ...{ name, kind, target: JSON.stringify(target) },
  value: kind === 'percent' ? value : toCents(value),
  begins_at: timeOf(begins),
  ends_at: timeOf(ends),
})
