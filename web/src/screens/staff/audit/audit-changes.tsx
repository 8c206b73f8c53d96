import {
  type AuditEntry,
  formatCount,
  formatPrice,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  productFieldNames,
  shortOrderId,
  staffPaths,
} from '@mela/contract'
import { ArrowRight, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { humanise } from '../../../lib/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { lineLink } from '../../../ui/button.tsx'

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

/** The changed fields, collapsed, with a link to all events of the subject. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const changes = differences(entry, useShop().currency)
  if (changes.length === 0) return <History subject={entry.subject} />

  return (
    <details className="group/details min-w-0">
      <summary className="flex min-h-8 list-none items-center gap-1.5 text-ink-2 hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open/details:rotate-90" />
        <span className="line-clamp-1">{changes.map(({ field }) => field).join(', ')}</span>
      </summary>
      <dl className="grid gap-2 py-2 pl-5.5">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="grid gap-0.5">
            <dt className="type-small text-ink-2">{field}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              {before !== undefined && <del className="wrap-anywhere line-clamp-6 text-ink-2">{before}</del>}
              {before !== undefined && after !== undefined && (
                <ArrowRight className="size-3.5 self-center text-ink-3" />
              )}
              {after !== undefined && <ins className="wrap-anywhere line-clamp-6 no-underline">{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="pb-2 pl-5.5">
        <History subject={entry.subject} />
      </div>
    </details>
  )
}

function History({ subject }: { subject: string | null }) {
  if (subject === null) return null

  return (
    <Link to={auditPath({ subject })} className={`${lineLink} type-small`}>
      All that happened to it
    </Link>
  )
}

export const auditPath = (filters: Record<string, string>) => `${staffPaths.audit}?${new URLSearchParams(filters)}`

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

/** A logged value as text: money with its sign, ids short; undefined when there is none. */
function fieldText(field: string, value: unknown, currency: string): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return MONEY.has(field) ? formatPrice(value, currency) : formatCount(value)
  if (Array.isArray(value)) return value.map(one => fieldText(field, one, currency)).join(', ') || 'None'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return OBJECT_ID.test(text) ? shortOrderId(text) : text
}
