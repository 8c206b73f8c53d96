import type { AuditEntry } from '@mela/contract'
import { ArrowRight, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useShop } from '../../../lib/shop.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { auditPath, differences } from './audit-text.ts'
import { RestoreButton } from './restore-button.tsx'

/** The changed fields, collapsed, with links to all events of the subject and to undo a deletion. */
export function AuditEventDetails({ entry }: { entry: AuditEntry }) {
  const changes = differences(entry, useShop().currency)
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      {changes.length > 0 ? <Changes entry={entry} changes={changes} /> : <History subject={entry.subject} />}
      <RestoreButton entry={entry} />
    </div>
  )
}

function Changes({ entry, changes }: { entry: AuditEntry; changes: ReturnType<typeof differences> }) {
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
    <Link
      to={auditPath({ subject })}
      className={`${textLink} type-small inline-flex min-h-8 items-center pointer-coarse:min-h-11`}
    >
      All that happened to it
    </Link>
  )
}
