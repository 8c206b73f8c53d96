import { PRODUCT_LABELS, type Product, type ProductAuditEvent } from '@mela/contract'
import { sql } from 'kysely'
import { actorOf } from '../platform/audit/subject-history.ts'
import type { Database } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { findCurrency } from '../shop/settings.repository.ts'
import { listCategoryNames } from './categories.ts'
import { inWords, type Names } from './change-summary.ts'
import { PLAIN } from './plan-variants.ts'
import { differences, type Fields, fieldsOf, PLAIN_VARIANT, UNDOES } from './product-fields.ts'
import type { FullProduct } from './product-rows.ts'
import { ADMIN, visibleProduct } from './show-products.ts'
import { editProduct } from './staff-products.ts'

export type Entry = Awaited<ReturnType<typeof listEntries>>['rows'][number]
type Change = Pick<Entry, 'action' | 'before' | 'after' | 'plainVariant'>

async function listEntries(db: Database, id: string, { page, size }: { page: number; size: number }) {
  const about = db.selectFrom('audit_log').where('subject', '=', `product:${id}`)
  const { total } = await about.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await about
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.actor_id', 'users.first_name', 'users.last_name'])
    .select(['action', ...states, isUndone])
    .orderBy('audit_log.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows, total }
}

async function findEntry(db: Database, id: string, entry: number) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'action', ...states, isUndone])
    .where('id', '=', entry)
    .where('subject', '=', `product:${id}`)
    .executeTakeFirst()
}

const states = [
  sql<Partial<Fields> | null>`audit_log.before - ${sql.lit(PLAIN_VARIANT)}`.as('before'),
  sql<Partial<Fields> | null>`audit_log.after - ${sql.lit(UNDOES)}`.as('after'),
  sql<string | null>`audit_log.before ->> ${sql.lit(PLAIN_VARIANT)}`.as('plainVariant'),
] as const

const isUndone = sql<boolean>`exists (
  select from audit_log undoing
  where undoing.subject = audit_log.subject and undoing.id > audit_log.id
    and undoing.after -> ${sql.lit(UNDOES)} = to_jsonb(audit_log.id))`.as('isUndone')

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

const ACTIONS: Record<string, string> = {
  'product.created': 'Created',
  'product.updated': 'Updated',
  'product.activated': 'Activated',
  'product.deactivated': 'Deactivated',
  'product.deleted': 'Deleted',
  'product.restored': 'Restored',
}
/** Only events that changed single fields can be undone. */
const CHANGES = ['product.updated', 'product.activated', 'product.deactivated']

export async function showHistory(db: Database, id: string, paging: { page: number; size: number }) {
  const product = await visibleProduct(db, id, ADMIN)
  const { rows, total } = await listEntries(db, id, paging)
  const names = await findNames(db, rows.flatMap(picturesOf))
  return { rows: rows.map(row => toAuditEvent(row, product, names)), total }
}

/** Saves the earlier values, once; a `conflict` when a field has changed again. Stock has its ledger. */
export async function undoChange(db: Database, actor: string, id: string, entryId: number): Promise<Product> {
  const product = await visibleProduct(db, id, ADMIN)
  const entry = await findEntry(db, id, entryId)
  if (!entry) throw notFound('There is no such change.')
  if (entry.isUndone) throw conflict('This was undone already.', 'already_undone')
  const refusal = refusalOf(product, entry)
  if (refusal) throw conflict(refusal, 'cannot_undo')
  const { thumbnail, ...fields } = earlierFields(entry)

  const saved = await editProduct(db, actor, id, {
    ...{ ...fields, version: product.version, undoes: entryId },
    ...(thumbnail && { thumbnail }),
  })
  return saved.product
}

const NO_CHANGE = 'This cannot be undone.'

/** Undefined if nothing speaks against it. */
function refusalOf(product: FullProduct, { action, before, after }: Change): string | undefined {
  const left = withoutStock(after ?? {})
  if (!CHANGES.includes(action) || !before || Object.keys(left).length === 0) return NO_CHANGE
  const [changed] = differences(withoutStock(fieldsOf(product)), left)
  if (changed) return changedAgain(changed[0] as keyof Fields)
  return before.thumbnail === null ? 'This cannot be undone: there was no thumbnail before.' : undefined
}

/** The entry names the one variant of a product that had no options. */
function earlierFields({ before, plainVariant }: Change): Partial<Fields> {
  const fields = withoutStock(before ?? {})
  return plainVariant && !fields.variants?.length ? { ...fields, variants: [{ ...PLAIN, _id: plainVariant }] } : fields
}

const withoutStock = ({ stock: _, variants, ...fields }: Partial<Fields>): Partial<Fields> => ({
  ...fields,
  ...(variants && { variants: variants.map(({ stock: _, ...one }) => one) }),
})

const changedAgain = (field: keyof Fields) =>
  `${PRODUCT_LABELS[field]} was changed again since, so this cannot be undone.`

const picturesOf = ({ before, after }: Entry) =>
  [before, after].flatMap(fields =>
    [fields?.thumbnail ?? [], fields?.gallery ?? [], fields?.variants?.map(({ media }) => media ?? []) ?? []].flat(2),
  )

function toAuditEvent(entry: Entry, product: FullProduct, names: Names) {
  const { id, at, action, before, after, isUndone } = entry
  return {
    id,
    at: at.toISOString(),
    actor: actorOf(entry),
    action: ACTIONS[action] ?? action,
    changes: before && after ? inWords(before, after, names) : [],
    canUndo: !isUndone && refusalOf(product, entry) === undefined,
    isUndone,
  } satisfies ProductAuditEvent
}
