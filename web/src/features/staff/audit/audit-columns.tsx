import type { AuditEntry } from '@mela/contract'
import { Link } from 'react-router'
import type { Column } from '../../../ui/table/data-table.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { AuditEventDetails } from './audit-event-details.tsx'
import { auditPath, auditText, nameOfActor, subjectOf } from './audit-text.ts'

const linkClass =
  'wrap-anywhere inline-flex min-h-8 items-center underline-offset-3 hover:underline pointer-coarse:min-h-11'

export const auditColumns: Column<AuditEntry>[] = [
  {
    key: 'when',
    head: 'When',
    className: 'text-ink-2 md:w-32 xl:w-48 xl:whitespace-nowrap',
    inCard: 'max-md:row-start-2 max-md:col-start-2 max-md:text-right',
    cell: ({ at }) => <Time value={at} style="date-time" />,
  },
  {
    key: 'who',
    head: 'Who',
    className: 'md:w-28 xl:w-44',
    inCard: 'max-md:row-start-2',
    cell: ({ actor }) => (
      <Link to={auditPath({ actor: actor?._id ?? 'shop' })} className={linkClass}>
        {nameOfActor(actor)}
      </Link>
    ),
  },
  {
    key: 'what',
    head: 'What',
    inCard: 'max-md:col-span-2 max-md:row-start-1',
    cell: entry => (
      <div className="grid justify-items-start">
        <span className="font-semibold">{auditText(entry.action)}</span>
        <SubjectLink entry={entry} />
      </div>
    ),
  },
  {
    key: 'details',
    head: 'Change',
    className: 'md:w-[32%]',
    inCard: 'max-md:col-span-2',
    cell: entry => <AuditEventDetails entry={entry} />,
  },
]

function SubjectLink({ entry }: { entry: AuditEntry }) {
  const subject = subjectOf(entry)
  if (!subject) return null
  if (!subject.to)
    return (
      <span dir="auto" className="wrap-anywhere text-ink-2">
        {subject.text}
      </span>
    )

  return (
    <Link dir="auto" to={subject.to} className={`${linkClass} text-info`}>
      {subject.text}
    </Link>
  )
}
