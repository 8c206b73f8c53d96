import { type AuditEntry, shortOrderId, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { dataQuery, listQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { humanise } from '../../../lib/staff-format.ts'
import { Button, ButtonLink, lineLink } from '../../../ui/button.tsx'
import { Changes } from '../../../ui/change-history.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ListBar } from '../../../ui/list-bar.tsx'
import { ListFilter } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { toastAnswer } from '../../../ui/toast.tsx'
import { fullName } from '../layout/record-parts.tsx'
import { Section } from '../layout/section.tsx'
import { differences } from './audit-changes.tsx'

const PAGE_SIZE = 20

const linkClass =
  'wrap-anywhere inline-flex min-h-8 items-center underline-offset-3 hover:underline pointer-coarse:min-h-11'

const auditColumns: Column<AuditEntry>[] = [
  {
    head: 'When',
    className: 'text-ink-2 md:w-32 xl:w-48 xl:whitespace-nowrap',
    inCard: 'max-md:row-start-2 max-md:col-start-2 max-md:text-right',
    cell: ({ at }) => <Time value={at} style="date-time" />,
  },
  {
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
    head: 'Change',
    className: 'md:w-[32%]',
    inCard: 'max-md:col-span-2',
    cell: entry => (
      <div className="grid min-w-0 justify-items-start gap-1">
        <AuditChanges entry={entry} />
        <RestoreButton entry={entry} />
      </div>
    ),
  },
]

export function AuditPage() {
  const { params, query } = useListParams()
  const [actor = '', group = '', subject = ''] = ['actor', 'group', 'subject'].map(name => params.get(name) ?? '')
  const asked = { ...query, actor, group, subject }
  const entries = useQuery(listQuery('GET /audit', { query: { ...asked, size: asked.size || PAGE_SIZE } }))
  const { data: known = { actors: [], groups: [] } } = useQuery(dataQuery('GET /audit/filters'))
  const actors = known.actors.map(actor => ({ value: actor._id, label: fullName(actor) }))
  const isFiltered = query.keyword || query.from || query.to || actor || group || subject

  return (
    <Section title="Audit log">
      <div className="flex flex-wrap items-center gap-3">
        <ListBar label="Search the log" />
        <ListFilter
          label="Who"
          name="actor"
          any="Anybody"
          value={actor}
          options={[{ value: 'shop', label: 'The shop itself' }, ...actors]}
        />
        <ListFilter
          label="What"
          name="group"
          any="Anything"
          value={group}
          options={known.groups.map(value => ({ value, label: auditText(value) }))}
        />
        {isFiltered && (
          <ButtonLink to={staffPaths.audit} variant="ghost" size={40}>
            Clear
          </ButtonLink>
        )}
        {subject && <p className="basis-full text-ink-2">{`Only what happened to ${subjectKind(subject)}.`}</p>}
      </div>
      <PagedTable
        caption="Audit log"
        query={entries}
        columns={auditColumns}
        keyOf={({ id }) => String(id)}
        empty="Nothing found."
      />
    </Section>
  )
}

function SubjectLink({ entry }: { entry: AuditEntry }) {
  const subject = subjectOf(entry)
  if (subject?.to) {
    return (
      <Link dir="auto" to={subject.to} className={`${linkClass} text-info`}>
        {subject.text}
      </Link>
    )
  }
  return (
    <span dir="auto" className="wrap-anywhere text-ink-2">
      {subject?.text}
    </span>
  )
}

/** The calls that undo a deletion, by action. */
const restorations: Record<string, ((id: string) => Promise<{ message: string }>) | undefined> = {
  'category.deleted': id => call('POST /categories/:id/restore', { params: { id } }),
  'collection.deleted': id => call('POST /collections/:id/restore', { params: { id } }),
  'page.deleted': id => call('POST /pages/:id/restore', { params: { id } }),
  'product.deleted': async id => {
    const { data } = await call('POST /products/bulk', { body: { action: 'restore', ids: [id] } })
    return { message: data.changed.length > 0 ? 'Product restored successfully.' : 'It was restored already.' }
  },
}

/** Undoes a deletion (ADR 0018); renders nothing for any other audit event. */
function RestoreButton({ entry: { action, subject } }: { entry: AuditEntry }) {
  const after = useRefreshAfter('audit', 'products', 'categories', 'collections', 'pages')
  const restore = restorations[action]
  const id = subject?.replace(/^.*:/, '')
  if (!restore || !id) return null

  return (
    <Button variant="outline" size={32} loading={false} onClick={() => toastAnswer(after(restore(id)))}>
      Restore
    </Button>
  )
}

/** 'Two factor recovery codes renewed' for 'two-factor.recovery-codes-renewed'. */
export const auditText = (action: string) => humanise(action.replaceAll('.', '-'))

/** The dashboard page of a subject, by kind of subject. */
const places: Record<string, (id: string) => string> = {
  product: staffPaths.editProduct,
  category: () => staffPaths.categories,
  media: () => staffPaths.media,
  user: staffPaths.customer,
  order: staffPaths.order,
  payment: staffPaths.payment,
  dispute: staffPaths.dispute,
  review: () => staffPaths.reviews,
  import: () => staffPaths.importProducts,
  page: staffPaths.editPage,
}

/** Labels of subject kinds, where they differ from the log's own word. */
const SUBJECTS: Record<string, string> = { user: 'Account', media: 'Picture' }

/** 'one picture', for the filter of the log. */
function subjectKind(subject: string): string {
  const [kind = ''] = subject.split(':')
  return `one ${(SUBJECTS[kind] ?? kind).toLowerCase()}`
}

/** The subject's name, and its page unless it has none or was deleted. */
export function subjectOf({ subject, subjectName, action }: AuditEntry) {
  if (!subject) return undefined
  const [kind = '', id = ''] = subject.split(':')
  const isGone = action === `${kind}.deleted` && kind !== 'user'
  const short = kind === 'settings' ? id.replaceAll('-', ' ') : shortOrderId(id)
  const text = subjectName ?? `${SUBJECTS[kind] ?? humanise(kind)} ${short}`
  return { text, to: isGone ? undefined : places[kind]?.(id) }
}

/** The name of an actor; without an account, the operator or the system. */
const nameOfActor = (actor: AuditEntry['actor']) =>
  actor ? `${actor.name?.firstName ?? ''} ${actor.name?.lastName ?? ''}`.trim() || actor._id : 'The shop itself'

/** The changed fields, collapsed, with a link to all events of the subject. */
function AuditChanges({ entry }: { entry: AuditEntry }) {
  const changes = differences(entry, useShop().currency)
  if (changes.length === 0) return <History subject={entry.subject} />

  return (
    <details className="group/details min-w-0">
      <summary className="flex min-h-8 list-none items-center gap-1.5 text-ink-2 hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open/details:rotate-90" />
        <span className="line-clamp-1">{changes.map(({ field }) => field).join(', ')}</span>
      </summary>
      <div className="grid gap-2 py-2 pl-5.5">
        <Changes changes={changes} />
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

const auditPath = (filters: Record<string, string>) => `${staffPaths.audit}?${new URLSearchParams(filters)}`
