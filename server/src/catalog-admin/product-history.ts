import { optionsText, type Product, type ProductAuditEvent, type Variant } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { conflict, notFound } from '../http/errors.ts'
import { ADMIN, visibleProduct } from '../products/products.service.ts'
import { FIELD_LABELS, inWords, type Names } from './change-summary.ts'
import { PLAIN } from './plan-variants.ts'
import { differences, type Fields, fieldsOf, type VariantFields } from './product-fields.ts'
import * as repository from './product-history.repository.ts'
import { editProduct } from './staff-products.service.ts'
import { undoneAlready } from './write-product.ts'

const ACTIONS: Record<string, string> = {
  'product.created': 'Created',
  'product.updated': 'Updated',
  'product.activated': 'Activated',
  'product.deactivated': 'Deactivated',
  'product.deleted': 'Deleted',
  'product.restored': 'Restored',
}
/** Events that changed single fields, which can be undone. */
const CHANGES = ['product.updated', 'product.activated', 'product.deactivated']

/** A product's audit events, in words. */
export async function showHistory(db: Database, id: string, paging: { page: number; size: number }) {
  await visibleProduct(db, id, ADMIN)
  const { rows, total } = await repository.listEntries(db, id, paging)
  const names = await repository.findNames(db, rows.flatMap(picturesOf))
  return { rows: rows.map(row => toAuditEvent(row, names)), total }
}

/**
 * Undoes one change of fields, once. Refused when staff changed one of them again since; of the stock only the
 * difference is reverted, whatever was sold meanwhile. A change of options is undone while nothing was sold.
 */
export async function undoChange(db: Database, actor: string, id: string, entryId: number): Promise<Product> {
  const product = await visibleProduct(db, id, ADMIN)
  const entry = await repository.findEntry(db, id, entryId)
  if (!entry) throw notFound('There is no such change.')
  const { before, after } = entry
  if (!CHANGES.includes(entry.action) || !before || !after || Object.keys(after).length === 0)
    throw conflict('This cannot be undone.', 'cannot_undo')
  if (entry.isUndone) throw undoneAlready()
  refuseChangedAgain(fieldsOf(product), after)
  const isSetSince = (...fields: (keyof Fields)[]) => repository.isSetSince(db, id, { entry: entryId, fields })
  if (after.stock !== undefined && (await isSetSince('stock'))) throw changedAgain('stock')
  if (after.options && (await isSetSince('options', 'variants'))) throw changedAgain('variants')
  if (after.options) refuseSoldSince(product, { before, after })
  const { thumbnail, stock, ...fields } = before
  if (thumbnail === null) throw conflict('This cannot be undone: there was no thumbnail before.', 'cannot_undo')

  return editProduct(db, actor, id, {
    ...fields,
    ...(thumbnail !== undefined && { thumbnail }),
    ...(after.options
      ? { variants: withOptionsOf(product, before, await repository.findOldestVariant(db, id)) }
      : { ...(fields.variants && { variants: undone(fields.variants, after.variants) }) }),
    // The sum of variants follows them.
    ...(!after.options && !hasStock(after.variants) && { stock, baseStock: after.stock }),
    version: product.version,
    undoes: entryId,
  })
}

const hasStock = (variants: VariantFields[] = []) => variants.some(({ stock }) => stock !== undefined)

/** Of the stock only the difference is reverted; a variant that the change had deleted comes back with what it has. */
function undone(before: VariantFields[], after: VariantFields[] = []) {
  const changed = new Map(after.map(one => [one._id, one.stock]))
  return before.map(({ stock, ...one }) => ({
    ...one,
    ...(changed.has(one._id) && { stock, baseStock: changed.get(one._id) }),
  }))
}

type Sold = Pick<Product, 'variants' | 'stock'>
type States = { before: Partial<Fields>; after: Partial<Fields> }

/** Options are undone while the units are those that the change has left: sales chose between them. */
function refuseSoldSince({ variants, stock }: Sold, { before, after }: States): void {
  if (!after.variants) return
  const left = new Map(after.variants.map(one => [one._id, one.stock]))
  const [first] = after.options?.length
    ? variants.filter(({ _id, stock }) => stock !== left.get(_id))
    : variants.filter(() => stock !== (after.stock ?? unitsOf(before.variants)))
  if (first)
    throw conflict(`${named(first)} was sold, returned or restocked since, so this cannot be undone.`, 'cannot_undo')
}

const named = ({ options }: Variant) => optionsText(options) || 'It'

const unitsOf = (variants: VariantFields[] = []) =>
  variants.reduce((sum, { stock = 0, isActive = true }) => sum + (isActive ? stock : 0), 0)

/** The variants from before a change of options, with their units from then; without options it is the oldest one again. */
function withOptionsOf(product: Sold, { options, variants, stock }: Partial<Fields>, oldest?: string) {
  if (!variants) return undefined
  const present = new Map(product.variants.map(one => [one._id, one.stock]))
  const isPlain = options?.length === 0
  const rows = isPlain ? [{ ...PLAIN, ...variants[0], _id: oldest, stock: stock ?? product.stock }] : variants
  return rows.map(one => ({ ...one, baseStock: present.get(one._id ?? '') }))
}

const withoutStock = ({ stock: _, variants, ...fields }: Partial<Fields>) => ({
  ...fields,
  ...(variants && { variants: variants.map(({ stock: _, ...one }) => one) }),
})

function refuseChangedAgain(now: Fields, after: Partial<Fields>) {
  const [changed] = differences(withoutStock(now), withoutStock(after))
  if (changed) throw changedAgain(changed[0] as keyof Fields)
}

const changedAgain = (field: keyof Fields) =>
  conflict(`${FIELD_LABELS[field]} was changed again since, so this cannot be undone.`, 'cannot_undo')

const picturesOf = ({ before, after }: repository.Entry) =>
  [before, after].flatMap(fields =>
    [fields?.thumbnail ?? [], fields?.gallery ?? [], fields?.variants?.map(({ media }) => media ?? []) ?? []].flat(2),
  )

function toAuditEvent(
  { id, at, actor_id, first_name, last_name, action, before, after, isUndone }: repository.Entry,
  names: Names,
) {
  const name = first_name !== null && last_name !== null ? { firstName: first_name, lastName: last_name } : null
  const changes = before && after ? inWords(before, after, names) : []
  return {
    id,
    at: at.toISOString(),
    actor: actor_id === null ? null : { _id: actor_id, name },
    action: ACTIONS[action] ?? action,
    changes,
    canUndo: CHANGES.includes(action) && changes.length > 0 && !isUndone,
    isUndone,
  } satisfies ProductAuditEvent
}
