import { type Calls, PRODUCT_LABELS, type Product, type QueryOf, type StockMovement } from '@mela/contract'
import { sql } from 'kysely'
import { applyChanges } from '../platform/audit/apply-changes.ts'
import { actorOf, findStates, listEntriesOf } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { countRows } from '../platform/database/ids.ts'
import { orderNumber } from '../platform/database/order-numbers.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { findCurrency } from '../shop/settings.ts'
import { listCategoryNames } from './categories.ts'
import { inWords, type Names } from './change-summary.ts'
import { type Fields, fieldsOf, PLAIN_VARIANT, UNDOES } from './product-fields.ts'
import { namedValues, requireProduct } from './product-rows.ts'
import { editProduct } from './save-product.ts'
import { PLAIN } from './save-variants.ts'

type Entry = Awaited<ReturnType<typeof listEntriesOf>>['entries'][number]

/** The entry of a change of variants names the one variant of a product that had no options. */
interface Change {
  action: string
  before: Partial<Fields> | undefined
  after: Partial<Fields> | undefined
  plainVariant?: string
}

function changeIn({ action, before, after }: Pick<Entry, 'action' | 'before' | 'after'>): Change {
  const { [PLAIN_VARIANT]: plainVariant, ...earlier } = before ?? {}
  const { [UNDOES]: _, ...later } = after ?? {}
  return {
    ...{ action, before: before ? earlier : undefined, after: after ? later : undefined },
    ...(typeof plainVariant === 'string' && { plainVariant }),
  }
}

/** The ids of entries that later ones have undone. */
async function listUndone(db: Database, productId: string): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select (after -> ${sql.lit(UNDOES)})::bigint as id from audit_log
    where subject = ${`product:${productId}`} and after ? ${sql.lit(UNDOES)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

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

/** 'product.created' is shown as 'Created'. */
const actionName = (action: string) => action.replace(/^product\.(.)/, (_, first: string) => first.toUpperCase())

/** Only events that changed single fields can be undone. */
const CHANGES = ['product.updated', 'product.activated', 'product.deactivated']

export async function showHistory(db: Database, id: string, paging: { page: number; size: number }) {
  const product = await requireProduct(db, { id })
  const { entries, total } = await listEntriesOf(db, `product:${id}`, paging)
  const names = await findNames(db, entries.map(changeIn).flatMap(picturesOf))
  const undone = await listUndone(db, id)
  const rows = entries.map(entry => {
    const { id, at, actor } = entry
    const change = changeIn(entry)
    const { action, before, after } = change
    const isUndone = undone.has(id)
    return {
      ...{ id, at, actor, action: actionName(action), isUndone },
      changes: before && after ? inWords(before, after, names) : [],
      canUndo: !isUndone && refusalOf(product, change) === undefined,
    }
  })
  return { rows, total }
}

/** Saves the earlier values, once; a `conflict` when a field has changed again. Stock has its ledger. */
export async function undoChange(db: Database, actor: string, id: string, entryId: number): Promise<Product> {
  const product = await requireProduct(db, { id })
  const entry = await findStates(db, `product:${id}`, entryId)
  if (!entry) throw notFound('There is no such change.')
  if ((await listUndone(db, id)).has(entryId)) throw conflict('This was undone already.', 'already_undone')
  const change = changeIn(entry)
  const refusal = refusalOf(product, change)
  if (refusal) throw conflict(refusal, 'cannot_undo')
  const { thumbnail, ...fields } = earlierFields(change)

  const saved = await editProduct(db, actor, id, {
    ...{ ...fields, version: product.version, undoes: entryId },
    ...(thumbnail && { thumbnail }),
  })
  return saved.product
}

const NO_CHANGE = 'This cannot be undone.'

/** Undefined if nothing speaks against it. */
function refusalOf(product: Product, { action, before, after }: Change): string | undefined {
  const left = withoutStock(after ?? {})
  if (!CHANGES.includes(action) || !before || Object.keys(left).length === 0) return NO_CHANGE
  const [changed] = applyChanges(withoutStock(fieldsOf(product)), left).changed
  if (changed) return `${PRODUCT_LABELS[changed]} was changed again since, so this cannot be undone.`
  return before.thumbnail === null ? 'This cannot be undone: there was no thumbnail before.' : undefined
}

function earlierFields({ before, plainVariant }: Change): Partial<Fields> {
  const fields = withoutStock(before ?? {})
  return plainVariant && !fields.variants?.length ? { ...fields, variants: [{ ...PLAIN, _id: plainVariant }] } : fields
}

const withoutStock = ({ stock: _, variants, ...fields }: Partial<Fields>): Partial<Fields> => ({
  ...fields,
  ...(variants && { variants: variants.map(({ stock: _, ...one }) => one) }),
})

const picturesOf = ({ before, after }: Change) =>
  [before, after].flatMap(fields =>
    [fields?.thumbnail ?? [], fields?.gallery ?? [], fields?.variants?.map(({ media }) => media ?? []) ?? []].flat(2),
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
