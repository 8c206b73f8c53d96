import {
  type AuditEntry,
  formatCount,
  formatPrice,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  productFieldNames,
  shortOrderId,
} from '@mela/contract'
import { humanise } from '../../../lib/staff-format.ts'

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

/** The changed fields with values before and after; amounts in the currency of the entry, or else `ofShop`. */
export function differences(
  { before, after, orderNumber }: Pick<AuditEntry, 'before' | 'after' | 'orderNumber'>,
  ofShop: string,
) {
  const currency = typeof after?.currency === 'string' ? after.currency : ofShop
  const textOf = (field: string, value: unknown) =>
    field === 'order' && orderNumber && value ? orderNumber : fieldText(field, value, currency)
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields
    .filter(field => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map(field => ({
      field: LABELS[field] ?? humanise(field),
      before: textOf(field, before?.[field]),
      after: textOf(field, after?.[field]),
    }))
}

/** A logged value as text: money with its sign, ids short; null when there is none. */
function fieldText(field: string, value: unknown, currency: string): string | null {
  if (value === undefined) return null
  if (value === null || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return MONEY.has(field) ? formatPrice(value, currency) : formatCount(value)
  if (Array.isArray(value)) return value.map(one => fieldText(field, one, currency)).join(', ') || 'None'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return OBJECT_ID.test(text) ? shortOrderId(text) : text
}
