import { type FieldChange, formatPrice, PRODUCT_LABELS, VARIANT_LABELS } from '@mela/contract'
import type { Fields } from './product-fields.ts'
import { variantChanges } from './variant-changes.ts'

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
  const changes = keys
    .filter(key => key !== 'variants' && key in after && !(isEmptyList(after[key]) && before[key] === undefined))
    .map(key => ({
      field: FIELD_LABELS[key],
      before: before[key] === undefined ? null : wordsFor(key, before, names),
      after: wordsFor(key, after, names),
    }))
  return after.variants ? [...changes, ...variantChanges(before.variants ?? [], after.variants, names)] : changes
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

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
    default:
      return shortened(String(fields[key] ?? ''))
  }
}
