import {
  type BodyOf,
  changedProduct,
  type ImportedProduct,
  importedProduct,
  type updateProduct,
  type VariantInput,
} from '@mela/contract'
import type { Transaction } from 'kysely'
import type { AuditEvent } from '../platform/audit/audit-log.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import type { Tables } from '../platform/database/tables.ts'
import { conflict, invalid, invalidBecause, ShopError } from '../platform/http/errors.ts'
import { mergeVariants, planVariants, type VariantPlan } from './plan-variants.ts'
import { type Fields, fieldsOf, PLAIN_VARIANT, UNDOES, whatChanged } from './product-fields.ts'
import type { FullProduct } from './product-rows.ts'
import { takeSlug } from './product-slugs.ts'
import { ADMIN, visibleProduct } from './show-products.ts'
import * as staffProducts from './staff-product-rows.ts'
import * as variants from './variant-rows.ts'

/** The caller records the audit event, as the last statement of all. */
export interface Writing {
  db: Transaction<Tables>
  invalidate: Invalidate
  actor: string
}

interface Written {
  product: FullProduct
  auditEvent: AuditEvent
}

type Rules = Pick<typeof importedProduct, 'safeParse'>

/** The caller runs indexProducts(). A taken slug is refused, unless it is numbered. */
export async function writeNewProduct(
  { db, invalidate, actor }: Writing,
  id: string,
  input: ImportedProduct,
  takenSlug?: 'numbered',
): Promise<Written> {
  await requireReferences(db, input)
  const fields = (input.variants ?? []).map(({ _id: _, baseStock: __, version: ___, ...variant }) => variant)
  const before = { name: input.name, stock: 0, variants: [] }
  const given = { variants: fields, isChanged: true }
  const plan = planVariants({ before, input: given, sent: input, present: new Map(), firstId: id })
  await variants.refuseTakenSkus(db, id, fields)
  const slug = await takeSlug(db, id, input, takenSlug)
  await staffProducts.insertProduct(db, id, { ...input, slug })
  await variants.writeVariants({ db, actor }, id, plan, input.options ?? [], 'opening')
  const product = await visibleProduct(db, id, ADMIN)
  invalidate('catalog', `product:${id}`, `category:${product.category.slug}`)
  const auditEvent = { actor, action: 'product.created', subject: `product:${id}`, after: fieldsOf(product) } as const
  return { product, auditEvent }
}

export type ProductChanges = Omit<BodyOf<typeof updateProduct>, 'productId'> & {
  undoes?: number
}

/** An invalid result is refused before anything is written. */
export async function writeProductChanges(
  { db, invalidate, actor }: Writing,
  id: string,
  { version, baseStock, undoes, ...sent }: ProductChanges,
  asked?: Rules,
): Promise<Written & { heldUnits: number }> {
  await requireReferences(db, sent)
  await staffProducts.lockProducts(db, [id])
  const old = await visibleProduct(db, id, ADMIN)
  const outdated = outdatedRows(old, sent.variants)
  if ((version ?? old.version) !== old.version || outdated) throw staleForm(outdated)

  const before = fieldsOf(old)
  const rules = asked ?? (undoes ? importedProduct : changedProduct(before))
  const present = await variants.findPresentStock(db, id, old, sent.variants)
  const {
    options = [],
    variants: fields = [],
    ...input
  } = withChanges(before, { ...sent, variants: mergeVariants(old, sent) }, rules)
  const isChanged = isOther(options, before.options) || isOther(fields, before.variants)
  const given = { variants: fields, isChanged }
  const plan = planVariants({ before: old, input: given, sent: { ...sent, baseStock }, present })
  const deleted = deletedBy(plan, old)
  const isMoved = deleted.length > 0 && givesUnits(plan, old, present)
  if (isMoved && (baseStock ?? old.stock) !== old.stock) throw outdatedCount()
  await variants.refuseTakenSkus(db, id, fields)
  const slug = input.slug === old.slug ? old.slug : await takeSlug(db, id, input)
  await staffProducts.updateProduct(db, id, { ...input, slug, options })
  await variants.writeVariants({ db, actor }, id, plan, options, 'edit')
  const product = await visibleProduct(db, id, ADMIN)
  invalidate('catalog', `product:${id}`, `category:${old.category.slug}`, `category:${product.category.slug}`)
  const change = whatChanged(before, fieldsOf(product))
  const isPlain = plan.rows && old.options.length === 0
  const auditEvent = {
    actor,
    action: 'product.updated',
    subject: `product:${id}`,
    before: { ...change.before, ...(isPlain && { [PLAIN_VARIANT]: old.variants[0]?._id }) },
    after: { ...change.after, ...(undoes && { [UNDOES]: undoes }) },
  } as const
  return { product, auditEvent, heldUnits: await variants.countHeldUnits(db, id, deleted) }
}

const deletedBy = ({ rows }: VariantPlan, { variants }: FullProduct): string[] =>
  rows ? variants.map(({ _id }) => _id).filter(id => !rows.some(({ _id }) => _id === id)) : []

/** A variant gets units when it stays, is new, or is restored with those that it had. */
const givesUnits = ({ rows = [], deltas }: VariantPlan, old: FullProduct, present: Map<string, number>) => {
  const before = new Map(old.variants.map(({ _id, stock }) => [_id, stock]))
  return rows.some(({ _id }) => (present.get(_id) ?? 0) + (deltas.get(_id) ?? 0) > (before.get(_id) ?? 0))
}

const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** The fields must satisfy every rule together. */
function withChanges(before: Fields, sent: ProductChanges, rules: Rules): ImportedProduct {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { success, data, error } = rules.safeParse({ ...before, ...given })
  if (!success) throw invalidBecause(error)
  return data
}

const staleForm = (errors?: Record<string, string>) =>
  new ShopError('conflict', 'This item was changed by someone else. Please reload.', {
    code: 'version_conflict',
    ...(errors && { errors }),
  })

/** Deleted variants' units were sold or returned since the form counted them. */
const outdatedCount = () =>
  conflict('Units were sold or returned since you have counted them. Please reload.', 'version_conflict')

/** These were changed since the form has loaded them. */
function outdatedRows({ variants }: FullProduct, sent: VariantInput[] = []): Record<string, string> | undefined {
  const versions = new Map(variants.map(({ _id, version }) => [_id, version]))
  const rows = sent.flatMap(({ _id = '', version }, index) => {
    const isOutdated = version !== undefined && version !== versions.get(_id)
    return isOutdated ? [[`variants.${index}.version`, 'This variant was changed by someone else.']] : []
  })
  return rows.length > 0 ? Object.fromEntries(rows) : undefined
}

/** Deleting a category or picture locks in this order, too. */
async function requireReferences(
  db: Transaction<Tables>,
  {
    category,
    thumbnail,
    gallery = [],
    options = [],
    variants = [],
  }: Pick<ProductChanges, 'category' | 'gallery' | 'options' | 'variants'> & { thumbnail?: string | null | undefined },
): Promise<void> {
  const ofVariants = variants.flatMap(({ media }) => media ?? [])
  const swatches = options.flatMap(({ values }) =>
    values.flatMap(({ swatch = '#' }) => (swatch.startsWith('#') ? [] : swatch)),
  )
  const mediaIds = [...(thumbnail ? [thumbnail] : []), ...gallery, ...ofVariants, ...swatches]
  const { hasCategory, media } = await staffProducts.lockReferences(db, { categoryId: category, mediaIds })
  const errors = {
    ...(category !== undefined && !hasCategory && { category: 'Category not found.' }),
    ...(thumbnail && !media.has(thumbnail) && { thumbnail: 'Media not found.' }),
    ...(gallery.some(id => !media.has(id)) && { gallery: 'Media not found.' }),
    ...(ofVariants.some(id => !media.has(id)) && { variants: 'Media not found.' }),
    ...(swatches.some(id => !media.has(id)) && { options: 'Media not found.' }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
