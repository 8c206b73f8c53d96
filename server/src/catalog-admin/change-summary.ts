import { type FieldChange, formatPrice, PRODUCT_LABELS, VARIANT_LABELS } from '@mela/contract'
import type { Fields, VariantFields } from './product-fields.ts'

/** Names by id. */
export interface Names {
  categories: Map<string, string>
  media: Map<string, string>
}

const LONGEST = 300
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text)

export const FIELD_LABELS = { ...PRODUCT_LABELS, ...VARIANT_LABELS } satisfies Record<keyof Fields, string>

/** Two states of the same fields as readable text, in the order of the form. Prices become money, ids names. */
export function inWords(before: Partial<Fields>, after: Partial<Fields>, names: Names): FieldChange[] {
  const keys = Object.keys(FIELD_LABELS) as (keyof Fields)[]
  const shown = { ...after, ...onlyChanged(after.variants, before.variants) }
  const shownBefore = { ...before, ...onlyChanged(before.variants, after.variants) }
  return keys
    .filter(key => key in after && !(key in VARIANT_LABELS && isEmptyList(after[key]) && before[key] === undefined))
    .map(key => ({
      field: FIELD_LABELS[key],
      before: before[key] === undefined ? null : wordsFor(key, shownBefore, names),
      after: wordsFor(key, shown, names),
    }))
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The variants that are not among the others just as they are. */
function onlyChanged(variants: VariantFields[] | undefined, others: VariantFields[] = []) {
  const same = new Set(others.map(one => JSON.stringify(one)))
  return variants && { variants: variants.filter(one => !same.has(JSON.stringify(one))) }
}

/** 'M: SKU A-1, $120.00, 5 in stock'. */
function variantWords({ options = {}, ...variant }: VariantFields, picture: (id: string) => string): string {
  const values = Object.values(options).join(', ')
  const words = [
    variant.sku && `SKU ${variant.sku}`,
    variant.barcode && `barcode ${variant.barcode}`,
    typeof variant.price === 'number' && formatPrice(variant.price),
    typeof variant.onSale === 'boolean' && (variant.onSale ? 'on sale' : 'not on sale'),
    typeof variant.salePrice === 'number' && `sale price ${formatPrice(variant.salePrice)}`,
    variant.stock !== undefined && `${variant.stock} in stock`,
    variant.media && `picture ${picture(variant.media)}`,
    variant.isActive === false && 'inactive',
  ].filter(Boolean)
  return [values, words.join(', ')].filter(Boolean).join(': ')
}

function wordsFor(key: keyof Fields, fields: Partial<Fields>, { categories, media }: Names): string {
  const picture = (id: string) => media.get(id) ?? 'a deleted picture'
  switch (key) {
    case 'price':
    case 'salePrice':
      return formatPrice(fields[key] ?? 0)
    case 'onSale':
    case 'isActive':
      return fields[key] ? 'Yes' : 'No'
    case 'category':
      return categories.get(fields.category ?? '') ?? 'an unknown category'
    case 'thumbnail':
      return fields.thumbnail ? picture(fields.thumbnail) : 'none'
    case 'gallery':
      return fields.gallery?.map(picture).join(', ') || 'none'
    case 'options':
      return (
        fields.options?.map(({ name, values }) => `${name}: ${values.map(({ name }) => name).join(', ')}`).join('; ') ||
        'none'
      )
    case 'variants':
      return shortened(fields.variants?.map(one => variantWords(one, picture)).join('; ') || 'none')
    default:
      return shortened(String(fields[key] ?? ''))
  }
}
