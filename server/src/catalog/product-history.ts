import { isDeepStrictEqual } from 'node:util'
import {
  type AuditEntry,
  type Calls,
  importedProduct,
  PRODUCT_LABELS,
  type Product,
  type QueryOf,
  type StockMovement,
} from '@mela/contract'
import { sql } from 'kysely'
import { changedAgain } from '../platform/audit/apply-changes.ts'
import { actorOf, findStates, listEntriesOf } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { countRows } from '../platform/database/ids.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { findCurrency } from '../shop/settings.ts'
import { listCategoryNames } from './categories.ts'
import { inWords, type Names } from './change-summary.ts'
import { listProductsAsSet } from './planned-prices/save-under-plans.ts'
import { type Fields, fieldsOf } from './product-fields.ts'
import { namedValues, requireProduct } from './product-rows.ts'
import { editProduct } from './save-product.ts'
import { PLAIN } from './save-variants.ts'

interface Change {
  action: string
  before: Partial<Fields>
  after: Partial<Fields>
}

const changeIn = ({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): Change => ({
  ...{ action, before: before ?? {}, after: after ?? {} },
})

async function findNames(db: Database, mediaIds: string[]): Promise<Names> {
  const categories = await listCategoryNames(db)
  const media = await db
    .selectFrom('media')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${[...new Set(mediaIds)]})`)
    .execute()
  return {
    currency: await findCurrency(db),
    categories: new Map(categories.map(({ id, name }) => [id, name])),
    media: new Map(media.map(({ id, name }) => [id, name])),
  }
}

/** 'product.created' is shown as 'Created', 'product.sale-began' as 'Sale began'. */
const actionName = (action: string) =>
  action.replace(/^product\.(.)/, (_, first: string) => first.toUpperCase()).replace('-', ' ')

/** Only events that changed single fields can be undone. */
const CHANGES = ['product.updated', 'product.activated', 'product.deactivated']

/** Planned sales begin and end by themselves. */
const SHOWN = [...CHANGES, 'product.sale-began', 'product.sale-ended']

const isChange = ({ action }: Change) => CHANGES.includes(action)

export async function showHistory(db: Database, id: string, paging: { page: number; size: number }) {
  const product = await requireAsSet(db, id)
  const { entries, total } = await listEntriesOf(db, `product:${id}`, paging)
  const names = await findNames(db, entries.map(changeIn).flatMap(picturesOf))
  const rows = entries.map(entry => {
    const { id, at, actor, action } = entry
    const change = changeIn(entry)
    return {
      ...{ id, at, actor, action: actionName(action) },
      changes: SHOWN.includes(action) ? inWords(change.before, change.after, names) : [],
      canUndo: refusalOf(product, change) === undefined,
    }
  })
  return { rows, total }
}

/** Saves the earlier values; a `conflict` when a field has changed again. Stock has its ledger. */
export async function undoChange(db: Database, actor: string, id: string, entryId: number): Promise<Product> {
  const product = await requireAsSet(db, id)
  const entry = await findStates(db, `product:${id}`, entryId)
  if (!entry) throw notFound('There is no such change.')
  const change = changeIn(entry)
  const refusal = refusalOf(product, change)
  if (refusal) throw conflict(refusal, 'cannot_undo')
  const { thumbnail, ...fields } = withoutStock(change.before)
  const sent = { ...fields, thumbnail: thumbnail ?? undefined, version: product.version }
  return (await editProduct(db, actor, id, sent, undefined, importedProduct)).product
}

async function requireAsSet(db: Database, id: string): Promise<Product> {
  const [product] = await listProductsAsSet(db, [id])
  if (!product) throw notFound('Product not found.')
  return product
}

const NO_CHANGE = 'This cannot be undone.'

function refusalOf(product: Product, change: Change): string | undefined {
  const left = withoutStock(change.after)
  if (!isChange(change) || isDeepStrictEqual(withoutStock(change.before), left)) return NO_CHANGE
  const changed = changedAgain(withoutStock(fieldsOf(product)), left)
  if (changed) return `${PRODUCT_LABELS[changed as keyof Fields]} was changed again since, so this cannot be undone.`
  return change.before.thumbnail === null ? 'This cannot be undone: there was no thumbnail before.' : undefined
}

/** Variants that were recorded before they had a content and a weight have none of their own. */
const withoutStock = ({ stock: _, variants, ...fields }: Partial<Fields>): Partial<Fields> => ({
  ...fields,
  ...(variants && { variants: variants.map(({ stock: _, ...one }) => ({ ...PLAIN, ...one })) }),
})

const picturesOf = ({ before, after }: Change) =>
  [before, after].flatMap(fields =>
    [fields.thumbnail ?? [], fields.gallery ?? [], fields.variants?.map(({ media }) => media ?? []) ?? []].flat(2),
  )

type Movements = QueryOf<Calls['GET /products/:id/stock-movements']>

/** Deleted variants' changes are included. */
export async function showStockMovements(db: Database, id: string, { page, size, variant }: Movements) {
  const { options } = await requireProduct(db, { id })
  const ofProduct = db.selectFrom('stock_ledger').where('stock_ledger.product_id', '=', id)
  const asked = variant === undefined ? ofProduct : ofProduct.where('stock_ledger.variant_id', '=', variant)
  const total = await countRows(asked)
  const rows = await asked
    .innerJoin('variants', 'variants.id', 'stock_ledger.variant_id')
    .leftJoin('users', 'users.id', 'stock_ledger.actor_id')
    .leftJoin('orders', 'orders.id', 'stock_ledger.order_id')
    .select([
      'stock_ledger.id',
      'stock_ledger.created_at',
      'variant_id',
      'option_values',
      'variants.deleted_at',
      'delta',
    ])
    .select(['reason', 'order_id', orderNumber.as('number'), 'actor_id', 'users.first_name', 'users.last_name'])
    .orderBy('stock_ledger.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const movements = rows.map(
    (row): StockMovement => ({
      id: row.id,
      at: row.created_at.toISOString(),
      variant: {
        _id: row.variant_id,
        options: namedValues(namesFor(row.option_values, options), row.option_values),
        isDeleted: row.deleted_at !== null,
      },
      delta: row.delta,
      reason: row.reason,
      order: row.order_id,
      orderNumber: row.number,
      actor: actorOf(row),
    }),
  )
  return { rows: movements, total }
}

/** The values of a deleted variant were those of the product's options at that time. */
const namesFor = (values: string[], options: { name: string }[]) =>
  values.length === options.length ? options : values.map((_, index) => ({ name: `Option ${index + 1}` }))
