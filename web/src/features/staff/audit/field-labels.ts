import {
  formatCount,
  formatPrice,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  productFieldNames,
  shortOrderId,
} from '@mela/contract'
import { humanise } from '../../../lib/format/humanise.ts'

/** Labels that differ from the field's name. */
const LABELS: Record<string, string> = {
  ...PRODUCT_LABELS,
  // Categories and pages have one too, which their forms call so.
  slug: 'Slug',
  url: 'Address',
  failures: 'Failed attempts',
  undoes: 'Undoes entry',
}

const MONEY = new Set<string>([...productFieldNames.filter(name => PRODUCT_FIELDS[name].kind === 'amount'), 'amount'])
const OBJECT_ID = /^[0-9a-f]{24}$/

/** 'Sale price' for 'salePrice'. */
export const fieldLabel = (field: string): string => LABELS[field] ?? humanise(field)

/** A logged value as text: money with its sign, ids short; undefined when there is none. */
export function fieldText(field: string, value: unknown, currency: string): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return MONEY.has(field) ? formatPrice(value, currency) : formatCount(value)
  if (Array.isArray(value)) return value.map(one => fieldText(field, one, currency)).join(', ') || 'None'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return OBJECT_ID.test(text) ? shortOrderId(text) : text
}
