import {
  type Calls,
  codeKeyOf,
  type DiscountFields,
  type PaymentMode,
  type QueryOf,
  type SettingsAuditEvent,
} from '@mela/contract'
import { sql } from 'kysely'
import { changedAgain } from '../../platform/audit/apply-changes.ts'
import { listEntriesOf } from '../../platform/audit/audit-log.ts'
import type { Database } from '../../platform/database/database.ts'
import { findIds, inOrder } from '../../platform/database/ids.ts'
import { discountRows, findStored, sharedCode, stateOf, toSummary } from './rows.ts'

/** Finds words of the name, and any of its codes. */
export async function listDiscounts(db: Database, query: QueryOf<Calls['GET /discounts']>, mode: PaymentMode) {
  const { state, keyword } = query
  const { ids, total } = await findIds(db, query, holds => {
    const words = holds(sql`folded(concat_ws(' ', discounts.name, ${sharedCode}))`)
    const found = db
      .selectFrom('discounts')
      .select('discounts.id')
      .where('deleted_at', 'is', null)
      .where(({ and, or }) => (codeKeyOf(keyword) ? or([and(words), isTheirCode(keyword)]) : and(words)))
    return state ? found.where(stateOf, '=', state) : found
  })
  const rows = await discountRows(db, mode).where('discounts.id', '=', sql<string>`any(${ids})`).execute()
  return { rows: inOrder(ids, rows).map(toSummary), total }
}

/** Customers are shown as their number: the log keeps no addresses. */
export async function showHistory(db: Database, id: string, paging: { page: number; size: number }) {
  const present = await findStored(db, id)
  const { entries, total } = await listEntriesOf(db, `discount:${id}`, paging)
  return {
    total,
    rows: entries.map(({ id, at, actor, before, after }): SettingsAuditEvent => {
      if (!before || !after) return { id, at, actor, changes: [], canUndo: false }
      return { id, at, actor, changes: changesOf(before, after), canUndo: !changedAgain({ ...present }, after) }
    }),
  }
}

function changesOf(before: Record<string, unknown>, after: Record<string, unknown>) {
  const shown = (value: unknown) => (Array.isArray(value) ? value.length : value)
  return Object.entries({ ...DISCOUNT_LABELS, singleCodes: 'Codes for one order each' })
    .filter(([name]) => name in after)
    .map(([name, field]) => ({ name, field, before: shown(before[name]), after: shown(after[name]) }))
}

const DISCOUNT_LABELS: Record<keyof DiscountFields, string> = {
  name: 'Name',
  kind: 'Kind',
  percent: 'Percent',
  amount: 'Amount',
  buy: 'Units to buy',
  get: 'Units to get',
  appliesTo: 'Applies to',
  targets: 'What it applies to',
  minSubtotal: 'Lowest subtotal',
  minQuantity: 'Fewest units',
  firstOrderOnly: 'First order only',
  customers: 'Customers',
  beginsAt: 'Begins',
  endsAt: 'Ends',
  limitInAll: 'Uses in all',
  limitPerCustomer: 'Uses per customer',
  isAutomatic: 'Automatic',
  isCombinable: 'Combinable',
  isActive: 'Active',
  code: 'Code',
}

const isTheirCode = (key: string) => sql<boolean>`exists (
  select from discount_codes where discount_id = discounts.id and key = ${codeKeyOf(key)})`
