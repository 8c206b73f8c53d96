import {
  type FieldChange,
  type FieldKind,
  formatPrice,
  optionsText,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type ProductFieldName,
} from '@mela/contract'
import type { Fields, VariantFields } from './product-fields.ts'

export interface Names {
  currency: string
  categories: Map<string, string>
  media: Map<string, string>
}

const shortened = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text

export function inWords(before: Partial<Fields>, after: Partial<Fields>, names: Names): FieldChange[] {
  const keys = Object.keys(PRODUCT_LABELS) as (keyof Fields)[]
  const changes = keys
    .filter(key => key !== 'variants' && key in after && !(isEmptyList(after[key]) && before[key] === undefined))
    .map(key => ({
      field: PRODUCT_LABELS[key],
      before: before[key] === undefined ? null : wordsFor(key, before, names),
      after: wordsFor(key, after, names),
    }))
  return after.variants ? [...changes, ...variantChanges(before.variants ?? [], after.variants, names)] : changes
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function wordsFor(key: keyof Fields, fields: Partial<Fields>, names: Names): string {
  if (key === 'options') return optionWords(fields.options) || 'none'
  return key === 'variants' ? '' : fieldWords(PRODUCT_FIELDS[key].kind, fields[key] ?? null, names)
}

const optionWords = (options: Fields['options'] = []) =>
  options.map(({ name, values }) => `${name}: ${values.map(({ name }) => name).join(', ')}`).join('; ')

function fieldWords(kind: FieldKind, value: Fields[ProductFieldName], { categories, media, currency }: Names): string {
  const picture = (id: string) => media.get(id) ?? 'a deleted picture'
  if (kind === 'category') return categories.get(String(value)) ?? 'an unknown category'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return kind === 'amount' ? formatPrice(value, currency) : String(value)
  if (Array.isArray(value)) return value.map(picture).join(', ') || 'none'
  if (!value) return kind === 'slug' ? 'from the name' : 'none'
  return kind === 'picture' ? picture(value) : shortened(value, 300)
}

const MOST_SHOWN = 12

/** Each variant that differs is one change, such as 'Size M', '3 in stock', '8 in stock'. */
function variantChanges(before: VariantFields[], after: VariantFields[], names: Names): FieldChange[] {
  const earlier = new Map(before.map(one => [one._id, one]))
  const gone = before.filter(({ _id }) => after.every(one => one._id !== _id))
  const changes = [
    ...after.flatMap(one => changeOf(earlier.get(one._id), one, names)),
    ...gone.map(one => ({ field: nameOf(one), before: variantWords(one, names) || null, after: 'removed' })),
    ...changeOfOrder(before, after),
  ]
  const hidden = changes.length - MOST_SHOWN
  if (hidden <= 0) return changes
  return [...changes.slice(0, MOST_SHOWN), { field: 'Variants', before: null, after: `and ${hidden} more` }]
}

const nameOf = ({ options = {} }: VariantFields) => optionsText(options) || 'Variant'

function changeOf(before: VariantFields | undefined, after: VariantFields, names: Names): FieldChange[] {
  if (!before) {
    const words = variantWords(after, names)
    return [{ field: nameOf(after), before: null, after: ['added', words].filter(Boolean).join(': ') }]
  }
  const isOther = (key: string) => JSON.stringify(before[key as Key]) !== JSON.stringify(after[key as Key])
  const changed = Object.keys(after).filter(isOther)
  const [was, is] = [before, after].map(one => variantWords(one, names, changed))
  return changed.length > 0 ? [{ field: nameOf(after), before: was || null, after: is ?? '' }] : []
}

function changeOfOrder(before: VariantFields[], after: VariantFields[]): FieldChange[] {
  const [was, is] = [before, after].map(variants => variants.map(({ _id }) => _id))
  const kept = (ids: typeof was = [], others: typeof was = []) => ids.filter(id => others.includes(id)).join()
  if (kept(was, is) === kept(is, was)) return []
  const names = (variants: VariantFields[]) => shortened(variants.map(nameOf).join(', '), 100)
  return [{ field: 'Order of variants', before: names(before), after: names(after) }]
}

type Key = keyof VariantFields

/** Of changed fields unset ones are named, too. */
function variantWords(variant: VariantFields, { media, currency }: Names, changed?: string[]): string {
  const or = (unset: string) => (changed ? unset : '')
  const words: Partial<Record<string, string>> = {
    options: changed ? optionsText(variant.options ?? {}) || 'no options' : '',
    sku: variant.sku ? `SKU ${variant.sku}` : or('no SKU'),
    barcode: variant.barcode ? `barcode ${variant.barcode}` : or('no barcode'),
    price: typeof variant.price === 'number' ? formatPrice(variant.price, currency) : or('price of the product'),
    onSale:
      typeof variant.onSale === 'boolean' ? (variant.onSale ? 'on sale' : 'not on sale') : or('sale as the product'),
    salePrice:
      typeof variant.salePrice === 'number'
        ? `sale price ${formatPrice(variant.salePrice, currency)}`
        : or('no sale price of its own'),
    content: variant.content ? `content ${variant.content}` : or('content of the product'),
    weight: variant.weight ? `weight ${variant.weight} g` : or('weight of the product'),
    stock: variant.stock === undefined ? '' : `${variant.stock} in stock`,
    isActive: variant.isActive === false ? 'inactive' : or('active'),
    media: variant.media ? `picture ${media.get(variant.media) ?? 'that was deleted'}` : or('no picture'),
  }
  const keys = changed ?? Object.keys(variant)
  return Object.entries(words)
    .flatMap(([key, text]) => (keys.includes(key) && text ? text : []))
    .join(', ')
}
