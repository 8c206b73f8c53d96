import { PRODUCT_LABELS, type Product, type ProductAuditEvent } from '@mela/contract'
import { actorOf } from '../platform/audit/subject-history.ts'
import type { Database } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { inWords, type Names } from './change-summary.ts'
import { PLAIN } from './plan-variants.ts'
import { differences, type Fields, fieldsOf } from './product-fields.ts'
import * as repository from './product-history.repository.ts'
import type { FullProduct } from './product-mapping.ts'
import { ADMIN, visibleProduct } from './products.service.ts'
import { editProduct } from './staff-products.service.ts'

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
  const { rows, total } = await repository.listEntries(db, id, paging)
  const names = await repository.findNames(db, rows.flatMap(picturesOf))
  return { rows: rows.map(row => toAuditEvent(row, product, names)), total }
}

/** Saves the earlier values, once; a `conflict` when a field has changed again. Stock has its ledger. */
export async function undoChange(db: Database, actor: string, id: string, entryId: number): Promise<Product> {
  const product = await visibleProduct(db, id, ADMIN)
  const entry = await repository.findEntry(db, id, entryId)
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
function refusalOf(product: FullProduct, { action, before, after }: repository.Change): string | undefined {
  const left = withoutStock(after ?? {})
  if (!CHANGES.includes(action) || !before || Object.keys(left).length === 0) return NO_CHANGE
  const [changed] = differences(withoutStock(fieldsOf(product)), left)
  if (changed) return changedAgain(changed[0] as keyof Fields)
  return before.thumbnail === null ? 'This cannot be undone: there was no thumbnail before.' : undefined
}

/** The entry names the one variant of a product that had no options. */
function earlierFields({ before, plainVariant }: repository.Change): Partial<Fields> {
  const fields = withoutStock(before ?? {})
  return plainVariant && !fields.variants?.length ? { ...fields, variants: [{ ...PLAIN, _id: plainVariant }] } : fields
}

const withoutStock = ({ stock: _, variants, ...fields }: Partial<Fields>): Partial<Fields> => ({
  ...fields,
  ...(variants && { variants: variants.map(({ stock: _, ...one }) => one) }),
})

const changedAgain = (field: keyof Fields) =>
  `${PRODUCT_LABELS[field]} was changed again since, so this cannot be undone.`

const picturesOf = ({ before, after }: repository.Entry) =>
  [before, after].flatMap(fields =>
    [fields?.thumbnail ?? [], fields?.gallery ?? [], fields?.variants?.map(({ media }) => media ?? []) ?? []].flat(2),
  )

function toAuditEvent(entry: repository.Entry, product: FullProduct, names: Names) {
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
