import { optionsText, PRODUCT_LABELS, type Product, type ProductAuditEvent, type Variant } from '@mela/contract'
import { actorOf } from '../audit/subject-history.ts'
import type { Database } from '../database/database.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { FullProduct } from '../products/product-mapping.ts'
import { ADMIN, visibleProduct } from '../products/products.service.ts'
import { inWords, type Names } from './change-summary.ts'
import { isSetSince, type LaterChange } from './later-changes.ts'
import { differences, type Fields, fieldsOf, type VariantFields } from './product-fields.ts'
import * as repository from './product-history.repository.ts'
import { editProduct } from './staff-products.service.ts'
import { type Change, isOfOne, unitsOf, variantsBefore } from './undone-units.ts'
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
  const product = await visibleProduct(db, id, ADMIN)
  const { rows, total } = await repository.listEntries(db, id, paging)
  const names = await repository.findNames(db, rows.flatMap(picturesOf))
  const later = await repository.listLaterChanges(db, id, rows.at(-1)?.id ?? 0)
  return { rows: rows.map(row => toAuditEvent(row, { product, later, names })), total }
}

/**
 * Undoes one change of fields, once. Throws a `conflict` when staff changed one of the fields again since. Of the stock
 * only the difference is reverted, whatever was sold meanwhile. A change of options can be undone until units are sold.
 */
export async function undoChange(db: Database, actor: string, id: string, entryId: number): Promise<Product> {
  const product = await visibleProduct(db, id, ADMIN)
  const entry = await repository.findEntry(db, id, entryId)
  if (!entry) throw notFound('There is no such change.')
  if (entry.isUndone) throw undoneAlready()
  const { before, after } = entry
  const later = await repository.listLaterChanges(db, id, entryId)
  const refusal = refusalOf(product, entry, later)
  if (!before || !after || refusal) throw conflict(refusal ?? NO_CHANGE, 'cannot_undo')
  const { thumbnail, stock: _, ...fields } = before
  const change = { ...entry, plainVariant: entry.plainVariant ?? (await guessedPlainVariant(db, id, before)) }
  const variants = variantsBefore(change)?.map(({ stock: _, ...one }) => one)

  const saved = await editProduct(db, actor, id, {
    ...fields,
    ...(thumbnail && { thumbnail }),
    ...(variants && { variants }),
    // The stock and the version are compared under the lock.
    baseStock: product.stock,
    version: product.version,
    undoes: { entry: entryId, units: unitsOf(product, change) },
  })
  return saved.product
}

/** The plain variant of an entry that does not name it. */
const guessedPlainVariant = async (db: Database, id: string, { options }: Partial<Fields>) =>
  options?.length === 0 ? ((await repository.findOldestVariant(db, id)) ?? null) : null

type Sold = Pick<FullProduct, 'options' | 'variants' | 'stock'>

const NO_CHANGE = 'This cannot be undone.'

type Entry = Change & { id: number; action: string }

/** Why a change cannot be undone; undefined if nothing speaks against it. */
function refusalOf(product: FullProduct, entry: Entry, later: LaterChange[]): string | undefined {
  const again = setAgain(entry.id, entry.after ?? {}, later)
  return refusalBy(product, entry) ?? (again && changedAgain(again))
}

/** The field that staff set again since; its value can equal the one that the change left. */
function setAgain(entry: number, after: Partial<Fields>, later: LaterChange[]): keyof Fields | undefined {
  if (after.stock !== undefined && isSetSince(later, entry, 'stock')) return 'stock'
  // Since then another variant can be the product's only one.
  if (after.stock !== undefined && isOfOne(after) && isSetSince(later, entry, 'options')) return 'options'
  return after.options && isSetSince(later, entry, 'options', 'variants', 'stock') ? 'variants' : undefined
}

/** The reasons that follow from the entry and the present product. */
function refusalBy(product: FullProduct, entry: Entry): string | undefined {
  const { action, before, after } = entry
  if (!CHANGES.includes(action) || !before || !after || Object.keys(after).length === 0) return NO_CHANGE
  const [changed] = differences(withoutStock(fieldsOf(product)), withoutStock(after))
  if (changed) return changedAgain(changed[0] as keyof Fields)
  if (after.stock !== undefined && isOfOne(after) && product.options.length > 0) return changedAgain('options')
  if (before.thumbnail === null) return 'This cannot be undone: there was no thumbnail before.'
  const units = unitsOf(product, entry)
  const sold = (after.options || movesUnits(units, entry)) && soldSince(product, before, after)
  if (sold) return `${named(sold)} was sold, returned or restocked since, so this cannot be undone.`
  const kept = variantsBefore(entry)
  const stays = (id: string) => !kept || kept.some(({ _id }) => _id === id)
  const short = product.variants.find(({ _id, stock }) => stays(_id) && stock < (units.get(_id) ?? 0))
  return short && `${named(short)} has only ${short.stock} left in stock, so this cannot be undone.`
}

/** Whether undoing deletes variants that the change has added, and gives units to others. */
const movesUnits = (units: Map<string, number>, { before, after }: Change) =>
  after?.variants?.some(({ _id }) => !before?.variants?.some(one => one._id === _id)) &&
  before?.variants?.some(({ _id = '' }) => (units.get(_id) ?? 0) < 0)

/** The variant whose units differ from those that the change left, because units were sold, returned or restocked. */
function soldSince(
  { options, variants, stock }: Sold,
  before: Partial<Fields>,
  after: Partial<Fields>,
): Variant | undefined {
  if (!after.variants) return undefined
  const left = new Map(after.variants.map(one => [one._id, one.stock]))
  return variants.find(one =>
    options.length > 0 ? one.stock !== left.get(one._id) : stock !== (after.stock ?? sumOf(before.variants)),
  )
}

const named = ({ options }: Variant) => optionsText(options) || 'It'

const sumOf = (variants: VariantFields[] = []) =>
  variants.reduce((sum, { stock = 0, isActive = true }) => sum + (isActive ? stock : 0), 0)

const withoutStock = ({ stock: _, variants, ...fields }: Partial<Fields>) => ({
  ...fields,
  ...(variants && { variants: variants.map(({ stock: _, ...one }) => one) }),
})

const changedAgain = (field: keyof Fields) =>
  `${PRODUCT_LABELS[field]} was changed again since, so this cannot be undone.`

const picturesOf = ({ before, after }: repository.Entry) =>
  [before, after].flatMap(fields =>
    [fields?.thumbnail ?? [], fields?.gallery ?? [], fields?.variants?.map(({ media }) => media ?? []) ?? []].flat(2),
  )

interface Shown {
  product: FullProduct
  later: LaterChange[]
  names: Names
}

function toAuditEvent(entry: repository.Entry, { product, later, names }: Shown) {
  const { id, at, action, before, after, isUndone } = entry
  const changes = before && after ? inWords(before, after, names) : []
  return {
    id,
    at: at.toISOString(),
    actor: actorOf(entry),
    action: ACTIONS[action] ?? action,
    changes,
    canUndo: changes.length > 0 && !isUndone && refusalOf(product, entry, later) === undefined,
    isUndone,
  } satisfies ProductAuditEvent
}
