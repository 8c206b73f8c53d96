import { z } from 'zod'
import {
  clearable,
  exactText,
  flag,
  line,
  notAnObject,
  number,
  objectId,
  omittable,
  typedWhole,
  withHash,
} from '../shared/fields.ts'
import { media } from './media.ts'
import { LONGEST_OPTION_NAME, LONGEST_OPTION_VALUE } from './option-filters.ts'
import { HIGHEST_PRICE, MOST_UNITS, PRODUCT_FIELDS } from './product-fields.ts'
import { tidyMeasure } from './unit-price.ts'

export const MOST_OPTIONS = 3
export const MOST_OPTION_VALUES = 50

const ownPrice = z.object({ price: z.number(), onSale: z.boolean(), salePrice: z.number() })

/** A product of one kind has one variant, with `options: {}`. Prices are effective ones (ADR 0038). */
export const variant = ownPrice.extend({
  _id: objectId,
  /** Values by option, such as `{ Size: 'M' }`, in the order of the product's options. */
  options: z.record(z.string(), z.string()),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  stock: z.number(),
  isActive: z.boolean(),
  media: media.nullable(),
  /** What the variant itself has; the rest is the product's. `weight` is in grams. */
  own: ownPrice.extend({ content: z.string(), weight: z.number() }).partial(),
  /** Of the 30 days before the present reduction; on a reduced variant's own page, where the shop shows it. */
  lowestPrice: z.number().optional(),
  /** Counts saves of the product's variants; a save is checked by the product's version. */
  version: z.number(),
})
export type Variant = z.output<typeof variant>

/** Option names become object keys: keys such as `toString` exist on every object, and integers come first. */
const optionName = line({ max: LONGEST_OPTION_NAME })
  .refine(name => !(name in {}), 'This name cannot be used.')
  .refine(name => !/^\d+$/.test(name), 'This name cannot be a number.')
const notASwatch = 'This must be a colour such as #1f3a5f, or a picture.'
const swatch = exactText(notASwatch)
  .transform(withHash)
  .pipe(z.string().regex(/^(#[0-9a-f]{6}|[0-9a-f]{24})$/, notASwatch))

/** What shoppers choose between, such as Size; a swatch is a colour as hex, or the id of a picture. */
const productOption = z.object({
  name: optionName,
  values: z
    .array(
      z.object({ name: line({ max: LONGEST_OPTION_VALUE }), swatch: omittable(swatch) }, notAnObject),
      'This must be a list of values.',
    )
    .min(1, 'An option needs at least one value.')
    .max(MOST_OPTION_VALUES, `An option has ${MOST_OPTION_VALUES} values at the most.`)
    .superRefine((values, ctx) => refuseRepeated(values, ctx, 'This value is there already.')),
})
export type ProductOption = z.output<typeof productOption>

export const productOptions = z
  .array(productOption, 'This must be a list of options.')
  .max(MOST_OPTIONS, `A product has ${MOST_OPTIONS} options at the most.`)
  .superRefine((options, ctx) => refuseRepeated(options, ctx, 'This option is there already.'))

function refuseRepeated(named: { name: string }[], ctx: z.RefinementCtx, message: string) {
  for (const index of repeated(named.map(({ name }) => name.toLowerCase())))
    ctx.addIssue({ code: 'custom', path: [index, 'name'], message })
}

const repeated = (texts: (string | undefined)[]) =>
  texts.flatMap((one, index) => (one !== undefined && texts.indexOf(one) < index ? index : []))

/** The limit of one variant (HIGHEST_STOCK) is checked where its units change. */
export const units = typedWhole({ min: 0, max: MOST_UNITS })

const NOT_A_MEASURE = 'This must be a number and one of g, kg, ml, l, m or piece, such as 750 ml.'

export const measure = () =>
  exactText(NOT_A_MEASURE)
    .refine(typed => tidyMeasure(typed) !== undefined, NOT_A_MEASURE)
    .transform(typed => tidyMeasure(typed) ?? '')

const withTrimmedNames = (options: Record<string, string>) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name.trim(), value]))

/** A variant that has no `_id` is new; stored ones that are not sent are deleted. */
export const variantInput = z.object(
  {
    _id: omittable(objectId),
    options: omittable(z.record(exactText(), line({ max: LONGEST_OPTION_VALUE })).transform(withTrimmedNames)),
    sku: clearable(line({ max: 80 })),
    barcode: clearable(line({ max: 80 })),
    price: clearable(number({ min: 0, max: HIGHEST_PRICE })),
    onSale: clearable(flag),
    salePrice: clearable(number({ min: 0, max: HIGHEST_PRICE })),
    content: clearable(measure()),
    weight: clearable(typedWhole(PRODUCT_FIELDS.weight)),
    stock: omittable(units),
    baseStock: omittable(units),
    isActive: omittable(flag),
    media: clearable(objectId),
  },
  notAnObject,
)
export type VariantInput = z.output<typeof variantInput>

interface WithVariants {
  thumbnail: string | null
  gallery: string[]
  options?: ProductOption[] | undefined
  variants?: VariantInput[] | undefined
}

export function checkVariants(product: WithVariants, ctx: z.RefinementCtx): void {
  const { options = [], variants = [], thumbnail, gallery } = product
  const refuse = (path: (string | number)[], message: string) =>
    ctx.addIssue({ code: 'custom', path: ['variants', ...path], message })
  if (options.length > 0 && variants.length === 0) refuse([], 'A product with options needs at least one variant.')
  if (options.length === 0 && variants.length > 1) refuse([], 'A product without options has one variant.')

  for (const [index, one] of variants.entries()) {
    if (!isChosen(options, one.options ?? {})) refuse([index, 'options'], 'This must be one value of each option.')
    if (one.media && ![thumbnail, ...gallery].includes(one.media))
      refuse([index, 'media'], 'This must be a picture of the product.')
  }
  for (const index of repeated(variants.map(({ _id }) => _id))) refuse([index, '_id'], 'This variant is there already.')
  const chosen = variants.map(one => JSON.stringify(options.map(({ name }) => one.options?.[name])))
  for (const index of repeated(chosen)) refuse([index, 'options'], 'Another variant has these options.')
  for (const index of repeated(variants.map(({ sku }) => sku?.toLowerCase())))
    refuse([index, 'sku'], 'Another variant has this SKU.')
}

function isChosen(options: ProductOption[], chosen: Record<string, string>): boolean {
  const hasEach = options.every(({ name, values }) => values.some(value => value.name === chosen[name]))
  return hasEach && Object.keys(chosen).length === options.length
}

export function pricesOf(
  own: Pick<VariantInput, 'price' | 'onSale' | 'salePrice'>,
  product: z.output<typeof ownPrice>,
) {
  return {
    price: own.price ?? product.price,
    onSale: own.onSale ?? product.onSale,
    salePrice: own.salePrice ?? product.salePrice,
  }
}
