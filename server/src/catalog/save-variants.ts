import { type BodyOf, type Calls, HIGHEST_STOCK, type Product, toCents, type VariantInput } from '@mela/contract'
import { sql } from 'kysely'
import { violates } from '../platform/database/constraints.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { conflict, invalid, ShopError } from '../platform/http/errors.ts'
import { type Fields, fieldsOf, type VariantFields, variantFieldsOf } from './product-fields.ts'

type Sent = Partial<BodyOf<Calls['PUT /products/:productId']>>
/** A new product has neither stock nor variants. */
type Before = Pick<Product, 'name' | 'stock' | 'variants'>

type VariantRow = VariantFields & { _id: string }

interface VariantPlan {
  rows: VariantRow[] | undefined
  /** Units are added, or taken when negative. */
  deltas: Map<string, number>
}

export const PLAIN = {
  options: {},
  sku: null,
  barcode: null,
  price: null,
  onSale: null,
  salePrice: null,
  content: null,
  weight: null,
  isActive: true,
  media: null,
} satisfies VariantFields

/** A sent price that equals the present effective one is not stored as the variant's own. */
export function mergeVariants(old: Product, { variants, thumbnail, gallery }: Sent): VariantFields[] {
  const pictures = [thumbnail ?? old.thumbnail?._id, ...(gallery ?? old.gallery.map(({ _id }) => _id))]
  const present = new Map(old.variants.map(variant => [variant._id, variant]))
  const before = variants ? variants.map(({ _id }) => present.get(_id ?? '')) : old.variants
  const kept = before.map(variant => {
    const fields = variant ? variantFieldsOf(variant, old.options.length > 0) : PLAIN
    return { ...fields, media: pictures.includes(fields.media ?? '') ? fields.media : null }
  })
  if (!variants) return fieldsOf(old).variants.length === 0 ? [] : kept
  return variants.map((sent, index) => ({ ...PLAIN, ...kept[index], ...sentFields(sent, before[index]) }))
}

function sentFields({ baseStock: _, ...sent }: VariantInput, present: Product['variants'][number] | undefined) {
  const isKept = (key: string, value: unknown) =>
    value === undefined ||
    (present !== undefined && ['price', 'onSale', 'salePrice'].includes(key) && value === present[key as 'price'])
  return Object.fromEntries(Object.entries(sent).filter(([key, value]) => !isKept(key, value)))
}

export const TOO_MANY = `This cannot be more than ${HIGHEST_STOCK}.`
export const isTooMany = (stock: number, present = 0) => stock > Math.max(HIGHEST_STOCK, present)

interface Planned {
  before: Before
  input: Pick<Fields, 'variants'> & { isChanged: boolean }
  sent: Omit<Sent, 'thumbnail'>
  /** Deleted variants that are restored count, too. */
  present: Map<string, number>
  firstId?: string | undefined
}

/** Throws where the sent stock does not fit the variants. */
export function planVariants({ before, input, sent, present, firstId }: Planned): VariantPlan {
  const plain = { ...PLAIN, _id: before.variants[0]?._id ?? firstId }
  const fields = input.variants.length > 0 ? input.variants : [plain]
  const rows = fields.map((one, index) => ({ ...one, _id: one._id ?? (index === 0 && firstId ? firstId : newId()) }))
  const after = input.isChanged ? rows : before.variants
  const deltas = new Map<string, number>()
  // Only the difference to the loaded stock is applied, so that sales in between count.
  const addDelta = (variant: string, field: string, stock: number, baseStock?: number) => {
    const units = present.get(variant) ?? 0
    const delta = stock - (baseStock ?? units)
    if (units + delta < 0) throw conflict(`${before.name} has only ${units} left in stock.`, 'out_of_stock')
    if (isTooMany(units + delta, units)) throw invalid({ [field]: TOO_MANY })
    if (delta !== 0) deltas.set(variant, delta)
  }
  for (const [index, { _id }] of after.entries()) {
    const { stock, baseStock } = sent.variants?.[index] ?? {}
    if (stock !== undefined) addDelta(_id, `variants.${index}.stock`, stock, baseStock)
  }
  const only = variantOfStock({ before, sent, present, after, deltas })
  if (only) addDelta(only._id, 'stock', only.stock, only.baseStock)
  return { rows: input.isChanged ? rows : undefined, deltas }
}

type Standing = Pick<VariantRow, '_id' | 'options' | 'isActive'>

const hasOptions = ({ options = {} }: Pick<VariantRow, 'options'>) => Object.keys(options).length > 0

/** A sent stock sets the only or remaining variant's; with several it must be their sum, before or after the save. */
function variantOfStock({
  before,
  sent,
  present,
  after,
  deltas,
}: Pick<Planned, 'before' | 'sent' | 'present'> & { after: Standing[]; deltas: Map<string, number> }) {
  const { stock, baseStock = before.stock, variants = [] } = sent
  const losesOptions = before.variants.some(hasOptions) && !after.some(hasOptions)
  const isOfVariant = losesOptions && variants.every(one => one.stock === undefined)
  if (stock === undefined || (stock === baseStock && !isOfVariant)) return undefined

  const active = after.filter(({ isActive = true }) => isActive)
  const sum = active.reduce((sum, { _id }) => sum + (present.get(_id) ?? 0) + (deltas.get(_id) ?? 0), 0)
  if (deltas.size > 0 && stock === sum) return undefined
  const [only] = active
  if (deltas.size > 0 || after.length > 1 || !only)
    throw invalid({ stock: 'The stock of this product is set for each of its variants.' })
  // The form counted the units of all variants: units sold of any variant since are taken from the remaining one.
  return { _id: only._id, stock, baseStock: baseStock + (present.get(only._id) ?? 0) - before.stock }
}

/** Deleted variants count when they are sent again. Refuses unknown ids. */
export async function findPresentStock(
  db: Transaction,
  productId: string,
  { variants }: Before,
  sent: { _id?: string | undefined }[] = [],
): Promise<Map<string, number>> {
  const present = new Map(variants.map(({ _id, stock }) => [_id, stock]))
  const deleted = sent.flatMap(({ _id }) => _id ?? []).filter(id => !present.has(id))
  if (deleted.length === 0) return present

  const rows = await db
    .selectFrom('stock')
    .select(['variant_id', 'quantity'])
    .where('product_id', '=', productId)
    .where('variant_id', '=', sql<string>`any(${deleted})`)
    .execute()
  for (const { variant_id, quantity } of rows) present.set(variant_id, quantity)
  const unknown = sent.findIndex(({ _id }) => _id !== undefined && !present.has(_id))
  if (unknown >= 0) throw invalid({ [`variants.${unknown}._id`]: 'This is no variant of this product.' })
  return present
}

/** Throws a `conflict` when another product has one of these SKUs. */
export async function refuseTakenSkus(db: Transaction, productId: string, variants: VariantFields[]) {
  const owners = await findSkus(
    db,
    variants.map(({ sku }) => sku?.toLowerCase()),
  )
  const errors = variants.flatMap(({ sku }, index) => {
    const owner = owners.get(sku?.toLowerCase() ?? '')
    return owner && owner.product !== productId ? [[`variants.${index}.sku`, takenBy(owner)]] : []
  })
  if (errors.length > 0) throw skuTaken(Object.fromEntries(errors))
}

export async function findSkus(db: Database, skus: (string | undefined)[]) {
  const rows = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .select([sql<string>`lower(sku)`.as('sku'), 'products.id as product', 'products.name', 'products.deleted_at'])
    .where(sql`lower(sku)`, '=', sql`any(${skus})`)
    .where('variants.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ sku, ...product }) => [sku, product]))
}

export const takenBy = ({ name, deleted_at }: { name: string; deleted_at: Date | null }) =>
  deleted_at
    ? `The deleted product ${name} has this SKU. Restore it from the audit log, or use another one.`
    : `${name} has this SKU.`

const skuTaken = (errors?: Record<string, string>) =>
  new ShopError('conflict', 'SKU already in use.', { code: 'sku_taken', ...(errors && { errors }) })

export async function writeVariants(
  db: Transaction,
  productId: string,
  { rows, deltas }: VariantPlan,
  options: Fields['options'],
  editor?: string,
): Promise<void> {
  if (rows) await replaceVariants(db, productId, rows.map(columnsOf(options)))
  await addStock(db, deltas, editor)
}

const columnsOf =
  (options: Fields['options']) =>
  ({ _id, price, salePrice, ...variant }: VariantRow, position: number) => ({
    id: _id,
    position,
    option_values: options.map(({ name }) => variant.options?.[name] ?? ''),
    sku: variant.sku ?? null,
    barcode: variant.barcode ?? null,
    price_cents: price === undefined || price === null ? null : toCents(price),
    on_sale: variant.onSale ?? null,
    sale_price_cents: salePrice === undefined || salePrice === null ? null : toCents(salePrice),
    content: variant.content ?? null,
    weight_grams: variant.weight ?? null,
    picture_id: variant.media ?? null,
    is_active: variant.isActive ?? true,
  })

async function replaceVariants(db: Transaction, productId: string, rows: { id: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const names = Object.keys(rows[0] ?? {})
  const [columns, excluded] = ['', 'excluded.'].map(of => sql.join(names.map(name => sql.ref(`${of}${name}`))))
  await sql`
    update variants set deleted_at = now(), version = version + 1
    where product_id = ${productId} and deleted_at is null and id <> all(${ids})`.execute(db)
  // Values and SKUs are unique while variants swap theirs; four values fit no product's options.
  await sql`
    update variants set option_values = array[id::text, '', '', ''], sku = null where id = any(${ids})`.execute(db)
  try {
    await sql`
      insert into variants (product_id, ${columns})
      select ${productId}, ${columns} from jsonb_populate_recordset(null::variants, ${JSON.stringify(rows)}::jsonb)
      on conflict (id) do update
      set (${columns}, deleted_at, version) = (${excluded}, null, variants.version + 1)`.execute(db)
  } catch (error) {
    throw violates(error, 'variants_sku_key') ? skuTaken() : error
  }
}

/** Orders that can still be cancelled would give these units back. */
export async function countHeldUnits(db: Transaction, productId: string, variants: string[]): Promise<number> {
  if (variants.length === 0) return 0
  const { units } = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('quantity'), sql<number>`0`).as('units'))
    .where('product_id', '=', productId)
    .where('variant_id', '=', sql<string>`any(${variants})`)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirstOrThrow()
  return Number(units)
}

/** The opening stock of a variant has no actor. */
export async function addStock(db: Database, deltas: ReadonlyMap<string, number>, editor?: string): Promise<void> {
  await sql`
    with changed as (
      update stock set quantity = quantity + given.delta
      from unnest(${[...deltas.keys()]}::text[], ${[...deltas.values()]}::int[]) as given (variant, delta)
      where stock.variant_id = given.variant and given.delta <> 0
      returning stock.variant_id, stock.product_id, given.delta
    )
    insert into stock_ledger (variant_id, product_id, delta, reason, actor_id)
    select variant_id, product_id, delta, ${editor ? 'edit' : 'opening'}::text, ${editor ?? null}::text
    from changed`.execute(db)
}
