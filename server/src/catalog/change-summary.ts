import {
  type FieldChange,
  type FieldKind,
  formatPrice,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type ProductFieldName,
} from '@mela/contract'
import type { Fields } from './product-fields.ts'
import { variantChanges } from './variant-changes.ts'

export interface Names {
  currency: string
  categories: Map<string, string>
  media: Map<string, string>
}

const LONGEST = 300
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text)

/** Prices become money, ids names. */
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
  return kind === 'picture' ? picture(value) : shortened(value)
}
