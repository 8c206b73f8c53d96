import { z } from 'zod'
import { byId, done, type Endpoints, envelope, idempotencyHeaders } from '../shared/endpoint.ts'
import {
  clearable,
  flag,
  line,
  notAnObject,
  number,
  objectId,
  omittable,
  slugText,
  text,
  typedAmount,
  typedWhole,
} from '../shared/fields.ts'
import { toCents } from '../shared/money.ts'
import {
  type FieldKind,
  LOWEST_PRICE,
  MOST_VARIANTS,
  PRODUCT_FIELDS,
  type ProductField,
  type ProductFieldName,
  productFieldNames,
} from './product-fields.ts'
import { type Product, product } from './products.ts'
import { type Measured, unitPriceOf } from './unit-price.ts'
import { checkVariants, measure, pricesOf, productOptions, units, type VariantInput, variantInput } from './variants.ts'

const variantInputs = z
  .array(variantInput, 'This must be a list of variants.')
  .max(MOST_VARIANTS, `A product has ${MOST_VARIANTS} variants at the most.`)

const chosen = z.string('This is required.').trim().min(1, 'This is required.').pipe(objectId)

const RULES = {
  text: (field: ProductField) => (field.rows === undefined ? line(field) : text(field)),
  slug: ({ message = '', max = 0 }: ProductField) => slugText({ message, max }),
  amount: number,
  whole: typedWhole,
  flag: () => flag,
  measure,
  category: () => chosen,
  picture: () => chosen,
  pictures: () => z.array(objectId, 'This must be a list of ids.').transform(ids => [...new Set(ids)]),
} satisfies Record<FieldKind, (field: ProductField) => z.ZodType>

function ruleOf(field: ProductField): z.ZodType {
  const rule: z.ZodType = RULES[field.kind](field)
  if (field.default === null) return clearable(rule)
  return field.default === undefined ? rule : omittable(rule)
}

type SentValue = { [Kind in FieldKind]: z.output<ReturnType<(typeof RULES)[Kind]>> }

type Sent<Field extends ProductField> =
  | SentValue[Field['kind']]
  | (Field extends { default: unknown } ? undefined : never)
  | (Field extends { default: null } ? null : never)

const productRules = Object.fromEntries(productFieldNames.map(name => [name, ruleOf(PRODUCT_FIELDS[name])])) as {
  [Name in ProductFieldName]: z.ZodType<Sent<(typeof PRODUCT_FIELDS)[Name]>>
}

type Complete<Product> = Omit<Product, ProductFieldName> & {
  [Name in ProductFieldName & keyof Product]: Exclude<Product[Name], undefined>
}

function withDefaults<Product extends Partial<Record<ProductFieldName, unknown>>>(sent: Product) {
  const missing = productFieldNames.filter(name => sent[name] === undefined)
  const defaults = Object.fromEntries(missing.map(name => [name, defaultOf(PRODUCT_FIELDS[name])]))
  return { ...sent, ...defaults } as Complete<Product>
}

const defaultOf = (field: ProductField) => field.default

const sentProduct = { ...productRules, options: omittable(productOptions), variants: omittable(variantInputs) }

/** A product that is there already may have short or missing texts, no picture and the price 0. */
const presentProduct = {
  ...sentProduct,
  name: line({ ...PRODUCT_FIELDS.name, min: 1 }),
  description: z.preprocess(sent => sent ?? '', text({ ...PRODUCT_FIELDS.description, min: 0 })),
  price: number({ ...PRODUCT_FIELDS.price, min: 0 }),
  thumbnail: z.preprocess(sent => (sent === '' ? null : sent), productRules.thumbnail.nullable()),
}

type WithMeasures = Measured & { variants?: readonly Pick<VariantInput, 'content'>[] | undefined }

const isComparable = ({ unitPriceFor, content, variants = [] }: WithMeasures) =>
  [content, ...variants.map(one => one.content)].every(
    content => !content || !unitPriceFor || unitPriceOf(1, { content, unitPriceFor }) !== undefined,
  )
const notComparable = { path: ['unitPriceFor'], message: 'This cannot be compared with the content.' }

/** A missing stock is the sum of the variants on sale. */
export const productInput = z.preprocess(
  withStockOfVariants,
  z
    .object(sentProduct, notAnObject)
    .transform(withDefaults)
    .superRefine(checkSales)
    .refine(isComparable, notComparable)
    .superRefine(checkVariants)
    .superRefine(({ variants }, ctx) => checkVariantPrices(variants, ctx)),
)

const sentStocks = z.object({
  stock: z.null().optional(),
  variants: z.array(z.object({ stock: omittable(units), isActive: omittable(flag) })).min(1),
})

function withStockOfVariants(sent: unknown) {
  const { data } = sentStocks.safeParse(sent)
  if (!data) return sent
  const onSale = data.variants.filter(({ isActive = true }) => isActive)
  return { ...Object(sent), stock: onSale.reduce((sum, { stock = 0 }) => sum + stock, 0) }
}

const typedPrices = <Price extends z.ZodType, Sale extends z.ZodType>(rules: { price: Price; salePrice: Sale }) => ({
  price: typedAmount(rules.price),
  salePrice: typedAmount(rules.salePrice),
})

type PresentProduct = Record<SoftField, unknown> & { variants: readonly Pick<VariantInput, '_id' | 'price'>[] }
type SoftField = 'name' | 'description' | 'price' | 'thumbnail'

/** Values that `before` has already are not refused. */
function rulesAfter(before: PresentProduct | undefined) {
  const unlessSame = <Value>(name: SoftField, rule: z.ZodType<Value>): z.ZodType<Value> =>
    rule.superRefine((value, ctx) => {
      if (before && value === before[name]) return
      const { error } = productRules[name].safeParse(value)
      for (const { message } of error?.issues ?? []) ctx.addIssue({ code: 'custom', message })
    })
  return {
    ...presentProduct,
    name: unlessSame('name', presentProduct.name),
    description: unlessSame('description', presentProduct.description),
    price: unlessSame('price', presentProduct.price),
    thumbnail: unlessSame('thumbnail', presentProduct.thumbnail),
  }
}

/** `before` is what the form has loaded. The server checks its sale, which may be a plan's that follows the price. */
export const typedProduct = (before?: PresentProduct) => {
  const rules = rulesAfter(before)
  return z
    .object({
      ...rules,
      ...variantInput.pick({ sku: true, barcode: true }).shape,
      ...typedPrices(rules),
      variants: omittable(z.array(variantInput.extend(typedPrices(variantInput.shape)))),
    })
    .transform(withDefaults)
    .superRefine((typed, ctx) => {
      if (!before) checkSales(typed, ctx)
    })
    .refine(isComparable, notComparable)
    .superRefine(checkVariants)
    .superRefine(({ variants }, ctx) => checkVariantPrices(variants, ctx, before?.variants))
}

export type TypedProduct = z.output<ReturnType<typeof typedProduct>>

const productOf = (rules: ReturnType<typeof rulesAfter>) =>
  z
    .object(rules, notAnObject)
    .transform(withDefaults)
    .superRefine(checkSales)
    .refine(isComparable, notComparable)
    .superRefine(checkVariants)

export const importedProduct = productOf(presentProduct)
export type ImportedProduct = z.output<typeof importedProduct>

export const changedProduct = (before: PresentProduct) =>
  productOf(rulesAfter(before)).superRefine(({ variants }, ctx) => checkVariantPrices(variants, ctx, before.variants))

export function sentValues(product: Pick<Product, ProductFieldName>): Pick<ImportedProduct, ProductFieldName> {
  const values = Object.fromEntries(productFieldNames.map(name => [name, product[name]])) as typeof product
  const { category, thumbnail, gallery } = values
  return {
    ...values,
    category: category._id,
    thumbnail: thumbnail?._id ?? null,
    gallery: gallery.map(({ _id }) => _id),
  }
}

export const staffProductCalls = {
  'POST /products': {
    access: 'admin',
    headers: idempotencyHeaders,
    body: productInput,
    response: { 201: envelope(product) },
  },
  /**
   * Sent fields replace, omitted ones stay. `version` and `baseStock` are what the form has loaded: they protect changes
   * of other staff and sales in between. The stock of a product with several variants is sent with them; `baseStock` then
   * protects the units that move from deleted variants.
   */
  'PUT /products/:productId': {
    access: 'admin',
    headers: idempotencyHeaders,
    params: z.object({ productId: objectId }),
    body: z
      .object(presentProduct, notAnObject)
      .partial()
      .extend({ productId: objectId.optional(), version: omittable(number({ min: 1 })), baseStock: omittable(units) }),
    response: { 200: envelope(product) },
  },
  /** Orders keep what they contain. */
  'DELETE /products/:id': { access: 'admin', params: byId, response: done },
} as const satisfies Endpoints

interface WithSales {
  price: number
  onSale: boolean
  salePrice: number
  variants?: readonly VariantInput[] | undefined
}

function checkSales({ variants = [], ...product }: WithSales, ctx: z.RefinementCtx): void {
  const check = ({ price, onSale, salePrice }: Omit<WithSales, 'variants'>, path: (string | number)[]) => {
    if (!onSale || salePrice === 0 || toCents(salePrice) < toCents(price)) return
    const message = 'Sale price should be less than regular price.'
    ctx.addIssue({ code: 'custom', path: [...path, 'salePrice'], message })
  }
  check(product, [])
  for (const [index, one] of variants.entries()) if (one.salePrice) check(pricesOf(one, product), ['variants', index])
}

/** Variants that are free already may stay so. */
function checkVariantPrices(
  variants: readonly VariantInput[] = [],
  ctx: z.RefinementCtx,
  before: readonly Pick<VariantInput, '_id' | 'price'>[] = [],
): void {
  const free = new Set(before.flatMap(({ _id, price }) => (price === 0 ? [_id] : [])))
  for (const [index, { _id, price }] of variants.entries()) {
    if (typeof price !== 'number' || price >= LOWEST_PRICE || (_id && free.has(_id))) continue
    ctx.addIssue({
      code: 'custom',
      path: ['variants', index, 'price'],
      message: `This cannot be less than ${LOWEST_PRICE}.`,
    })
  }
}
