import { type BodyOf, type Calls, HIGHEST_STOCK, type VariantInput } from '@mela/contract'
import { newId } from '../platform/database/ids.ts'
import { conflict, invalid } from '../platform/http/errors.ts'
import { type Fields, fieldsOf, type VariantFields, variantFieldsOf } from './product-fields.ts'
import type { FullProduct } from './product-rows.ts'

type Sent = Partial<BodyOf<Calls['PUT /products/:productId']>>
/** A new product has neither stock nor variants. */
export type Before = Pick<FullProduct, 'name' | 'stock' | 'variants'>

export type VariantRow = VariantFields & { _id: string }

export interface VariantPlan {
  /** Undefined when none of their fields changes. */
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
  isActive: true,
  media: null,
} satisfies VariantFields

/** A sent price that equals the present effective one is not stored as the variant's own. */
export function mergeVariants(old: FullProduct, { variants, thumbnail, gallery }: Sent): VariantFields[] {
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

function sentFields(
  { baseStock: _, version: __, ...sent }: VariantInput,
  present: FullProduct['variants'][number] | undefined,
) {
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
  /** The id of the first variant without one. */
  firstId?: string | undefined
}

/** Throws where the sent stock does not fit the variants. */
export function planVariants({ before, input, sent, present, firstId }: Planned): VariantPlan {
  const plain = { ...PLAIN, _id: before.variants[0]?._id ?? firstId }
  const fields = input.variants.length > 0 ? input.variants : [plain]
  const rows = fields.map((one, index) => ({ ...one, _id: one._id ?? (index === 0 && firstId ? firstId : newId()) }))
  const after = input.isChanged ? rows : before.variants
  const deltas = new Map<string, number>()
  for (const [index, { _id }] of after.entries()) {
    const { stock, baseStock } = sent.variants?.[index] ?? {}
    if (stock !== undefined)
      addDelta(deltas, _id, {
        ...{ name: before.name, field: `variants.${index}.stock` },
        ...{ units: present.get(_id) ?? 0, stock, baseStock },
      })
  }
  addProductStock(deltas, { before, sent, present, after })
  return { rows: input.isChanged ? rows : undefined, deltas }
}

/** Only the difference to the loaded `baseStock` is applied, so that sales in between count. */
function addDelta(
  deltas: Map<string, number>,
  variant: string,
  {
    name,
    field,
    units,
    stock,
    baseStock = units,
  }: { name: string; field: string; units: number; stock: number; baseStock?: number | undefined },
) {
  const delta = stock - baseStock
  if (units + delta < 0) throw conflict(`${name} has only ${units} left in stock.`, 'out_of_stock')
  if (isTooMany(units + delta, units)) throw invalid({ [field]: TOO_MANY })
  if (delta !== 0) deltas.set(variant, delta)
}

type Standing = Pick<VariantRow, '_id' | 'options' | 'isActive'>

const hasOptions = ({ options = {} }: Pick<VariantRow, 'options'>) => Object.keys(options).length > 0

/** A sent stock sets the only or remaining variant's; with several it must be their sum, before or after the save. */
function addProductStock(
  deltas: Map<string, number>,
  { before, sent, present, after }: Pick<Planned, 'before' | 'sent' | 'present'> & { after: Standing[] },
): void {
  const { stock, baseStock = before.stock, variants = [] } = sent
  const losesOptions = before.variants.some(hasOptions) && !after.some(hasOptions)
  const isOfVariant = losesOptions && variants.every(one => one.stock === undefined)
  if (stock === undefined || (stock === baseStock && !isOfVariant)) return

  const active = after.filter(({ isActive = true }) => isActive)
  const sum = active.reduce((sum, { _id }) => sum + (present.get(_id) ?? 0) + (deltas.get(_id) ?? 0), 0)
  if (deltas.size > 0 && stock === sum) return
  const [only] = active
  if (deltas.size > 0 || after.length > 1 || !only)
    throw invalid({ stock: 'The stock of this product is set for each of its variants.' })
  const units = present.get(only._id) ?? 0
  // The form counted the units of all variants: units sold of any variant since are taken from the remaining one.
  addDelta(deltas, only._id, {
    ...{ name: before.name, field: 'stock' },
    ...{ units, stock, baseStock: baseStock + units - before.stock },
  })
}
