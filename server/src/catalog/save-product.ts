import {
  type BodyOf,
  type Calls,
  changedProduct,
  type ImportedProduct,
  type importedProduct,
  type Product,
  toCents,
} from '@mela/contract'
import { type Insertable, sql } from 'kysely'
import { applyChanges, refuseStale } from '../platform/audit/apply-changes.ts'
import { type AuditEvent, recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, invalidBecause } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { findTaxClassFault, lockTaxClasses } from '../shop/tax-classes.ts'
import { keepSetSales, layPlans, liftPlans, listReplaced, withoutPlans } from './planned-prices/save-under-plans.ts'
import { fieldsOf, variantFieldsOf } from './product-fields.ts'
import { anotherProduct, lockProducts, requireProduct } from './product-rows.ts'
import { takeSlug } from './product-slugs.ts'
import {
  countHeldUnits,
  findPresentStock,
  mergeVariants,
  planVariants,
  refuseTakenSkus,
  writeVariants,
} from './save-variants.ts'
import { indexProducts } from './search/index-products.ts'

type NewProduct = BodyOf<Calls['POST /products']>

/** A repeated idempotency key gets the product that it created. */
export async function addProduct(db: Database, actor: string, input: NewProduct, key?: string): Promise<Product> {
  const id = newId()
  // Products of one name that are added at once wait for each other's address.
  const earlierId = await transact(db, async (db, invalidate) => {
    const reused = 'This product was created already, with other values. Please find it in the list.'
    const earlierId = await claimKey(db, { userId: actor, key, kind: 'product', request: input, id, reused })
    if (earlierId) return earlierId

    const auditEvent = await writeNewProduct({ db, invalidate, actor }, id, input)
    await indexProducts(db)
    await recordAudit(db, auditEvent)
  })
  return requireProduct(db, { id: earlierId ?? id })
}

/** `heldUnits` are those that orders would give back to deleted variants if they were cancelled. */
export async function editProduct(
  db: Database,
  actor: string,
  id: string,
  { productId = id, ...sent }: ProductChanges & { productId?: string | undefined },
  key?: string,
  rules?: Rules,
): Promise<{ product: Product; heldUnits: number }> {
  if (productId !== id) throw anotherProduct()

  const heldUnits = await transact(db, async (db, invalidate) => {
    if (await claimKey(db, { userId: actor, key, kind: 'product-edit', request: { id, sent }, id })) return 0

    const { auditEvent, heldUnits } = await writeProductChanges({ db, invalidate, actor }, id, sent, rules)
    await indexProducts(db)
    await recordAudit(db, auditEvent)
    return heldUnits
  })
  return { product: await requireProduct(db, { id }), heldUnits }
}

/** The caller records the audit event, as the last statement of all. */
interface Writing {
  db: Transaction
  invalidate: Invalidate
  actor: string
}

/** The caller runs indexProducts(). A taken slug is refused, unless it is numbered. */
export async function writeNewProduct(
  { db, invalidate, actor }: Writing,
  id: string,
  input: ImportedProduct,
  takenSlug?: 'numbered',
): Promise<AuditEvent> {
  await requireReferences(db, input)
  const fields = (input.variants ?? []).map(({ _id: _, baseStock: __, ...variant }) => variant)
  const before = { name: input.name, stock: 0, variants: [] }
  const given = { variants: fields, isChanged: true }
  const plan = planVariants({ before, input: given, sent: input, present: new Map(), firstId: id })
  await refuseTakenSkus(db, id, fields)
  const slug = await takeSlug(db, id, input, takenSlug)
  await insertProduct(db, id, { ...input, slug })
  await writeVariants(db, id, plan, input.options ?? [])
  const product = await requireProduct(db, { id })
  invalidate('catalog', `product:${id}`, `category:${product.category.slug}`)
  return { actor, action: 'product.created', subject: `product:${id}`, after: fieldsOf(product) }
}

type ProductChanges = Omit<BodyOf<Calls['PUT /products/:productId']>, 'productId'>
type Rules = Pick<typeof importedProduct, 'safeParse'>

/** An invalid result is refused before anything is written. Without `rules` it is a form that showed plans. */
export async function writeProductChanges(
  { db, invalidate, actor }: Writing,
  id: string,
  { version, baseStock, ...sent }: ProductChanges,
  rules?: Rules,
): Promise<{ auditEvent: AuditEvent; heldUnits: number }> {
  await requireReferences(db, sent)
  await lockProducts(db, [id])
  const old = await requireProduct(db, { id })
  refuseStale(version, old.version)

  const replaced = await listReplaced(db, [id])
  const asSet = withoutPlans(old, replaced)
  const before = fieldsOf(asSet)
  const present = await findPresentStock(db, id, old, sent.variants)
  const seen = rules ? asSet : old
  const shown = fieldsOf(seen)
  const { after } = applyChanges(shown, { ...sent, variants: mergeVariants(seen, sent) })
  const kept = replaced.length > 0 ? keepSetSales(after, shown, before, old.variants) : after
  const parsed = (rules ?? changedProduct(before)).safeParse(kept)
  if (!parsed.success) throw invalidBecause(parsed.error)
  const { options = [], variants: fields = [], ...input } = parsed.data
  const isChanged = isOther(options, before.options) || isOther(fields, before.variants)
  const given = { variants: fields, isChanged }
  const plan = planVariants({ before: old, input: given, sent: { ...sent, baseStock }, present })
  const deleted = deletedBy(plan, old)
  const isMoved = deleted.length > 0 && givesUnits(plan, old, present)
  if (isMoved && (baseStock ?? old.stock) !== old.stock) throw outdatedCount()
  await refuseTakenSkus(db, id, fields)
  const slug = input.slug === old.slug ? old.slug : await takeSlug(db, id, input)
  if (replaced.length > 0) await liftPlans(db, id, after, shown)
  await updateColumns(db, id, { ...input, slug, options })
  await writeVariants(db, id, plan, options, actor)
  const product = await requireProduct(db, { id })
  invalidate('catalog', `product:${id}`, `category:${old.category.slug}`, `category:${product.category.slug}`)
  await layPlans(db, id)
  const change = applyChanges(before, fieldsOf(product)).states
  const variants = change.before.variants?.length === 0 ? onlyOf(old) : change.before.variants
  const states = { before: { ...change.before, ...(variants && { variants }) }, after: change.after }
  const auditEvent = { actor, action: 'product.updated', subject: `product:${id}`, ...states } as const
  return { auditEvent, heldUnits: await countHeldUnits(db, id, deleted) }
}

/** The one variant of a product that had no options: an undo gives it its units back. */
const onlyOf = ({ variants }: Product) => variants.map(one => variantFieldsOf(one, false))

type VariantPlan = ReturnType<typeof planVariants>

const deletedBy = ({ rows }: VariantPlan, { variants }: Product): string[] =>
  rows ? variants.map(({ _id }) => _id).filter(id => !rows.some(({ _id }) => _id === id)) : []

/** A variant gets units when it stays, is new, or is restored with those that it had. */
const givesUnits = ({ rows = [], deltas }: VariantPlan, old: Product, present: Map<string, number>) => {
  const before = new Map(old.variants.map(({ _id, stock }) => [_id, stock]))
  return rows.some(({ _id }) => (present.get(_id) ?? 0) + (deltas.get(_id) ?? 0) > (before.get(_id) ?? 0))
}

const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** Deleted variants' units were sold or returned since the form counted them. */
const outdatedCount = () =>
  conflict('Units were sold or returned since you have counted them. Please reload.', 'version_conflict')

type References = Pick<ProductChanges, 'category' | 'gallery' | 'options' | 'variants' | 'taxClass'> & {
  thumbnail?: string | null | undefined
}

/** Deleting a category or picture locks in this order, too; the settings come first. */
async function requireReferences(
  db: Transaction,
  { category, thumbnail, gallery = [], options = [], variants = [], taxClass }: References,
): Promise<void> {
  const ofVariants = variants.flatMap(({ media }) => media ?? [])
  const swatches = options.flatMap(({ values }) =>
    values.flatMap(({ swatch = '#' }) => (swatch.startsWith('#') ? [] : swatch)),
  )
  const taxFault = taxClass ? findTaxClassFault(await lockTaxClasses(db), taxClass) : undefined
  const isThere = category === undefined || (await lockCategory(db, category))
  const media = await lockMedia(db, [...(thumbnail ? [thumbnail] : []), ...gallery, ...ofVariants, ...swatches])
  const errors = {
    ...(taxFault && { taxClass: taxFault }),
    ...(!isThere && { category: 'Category not found.' }),
    ...(thumbnail && !media.has(thumbnail) && { thumbnail: 'Media not found.' }),
    ...(gallery.some(id => !media.has(id)) && { gallery: 'Media not found.' }),
    ...(ofVariants.some(id => !media.has(id)) && { variants: 'Media not found.' }),
    ...(swatches.some(id => !media.has(id)) && { options: 'Media not found.' }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The category stays until the transaction ends. */
async function lockCategory(db: Transaction, id: string): Promise<boolean> {
  const row = await db.selectFrom('categories').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/** Pictures stay until the transaction ends; answers those that are there. */
export async function lockMedia(db: Transaction, ids: (string | null)[]): Promise<Set<string>> {
  const among = db.selectFrom('media').select('id').where('id', '=', sql<string>`any(${ids})`)
  const rows = await among.orderBy('id').forKeyShare().execute()
  return new Set(rows.map(({ id }) => id))
}

type WithSlug = ImportedProduct & { slug: string }

/** The first variant of a product has the product's id. */
async function insertProduct(db: Transaction, id: string, input: WithSlug): Promise<void> {
  const row = { id, ...columnsOf(input) }
  await db.insertInto('products').values(row).execute()
  await db.insertInto('variants').values({ id, product_id: id, position: 0 }).execute()
  await insertGallery(db, id, input.gallery)
}

async function updateColumns(db: Transaction, id: string, input: WithSlug): Promise<void> {
  const columns = { ...columnsOf(input), version: sql<number>`version + 1` }
  await db.updateTable('products').set(columns).where('id', '=', id).execute()
  await db.deleteFrom('product_gallery').where('product_id', '=', id).execute()
  await insertGallery(db, id, input.gallery)
}

async function insertGallery(db: Transaction, id: string, gallery: string[]) {
  if (gallery.length === 0) return
  const rows = gallery.map((media_id, position) => ({ product_id: id, position, media_id }))
  await db.insertInto('product_gallery').values(rows).execute()
}

/** A forgotten column does not compile. */
type EditableColumns = Required<
  Omit<
    Insertable<Tables['products']>,
    'id' | 'version' | 'created_at' | 'deleted_at' | 'rating_points' | 'rating_count'
  >
>

function columnsOf(input: WithSlug): EditableColumns {
  return {
    slug: input.slug,
    name: input.name,
    description: input.description,
    price_cents: toCents(input.price),
    on_sale: input.onSale,
    sale_price_cents: toCents(input.salePrice),
    is_active: input.isActive,
    is_gift_card: input.isGiftCard,
    weight_grams: input.weight,
    content: input.content,
    unit_price_for: input.unitPriceFor,
    size_guide: input.sizeGuide,
    tax_class: input.taxClass,
    hsn_code: input.hsnCode,
    tags: input.tags,
    vendor: input.vendor,
    seo_title: input.seoTitle,
    seo_description: input.seoDescription,
    category_id: input.category,
    thumbnail_id: input.thumbnail,
    options: JSON.stringify(input.options ?? []),
  }
}
