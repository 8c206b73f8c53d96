import { type AuditEntry, staffPaths } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { GetForm } from '../../../ui/get-form.tsx'
import { ListBar } from '../../../ui/list-bar.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { SubmitSelect } from '../../../ui/select.tsx'
import { Time } from '../../../ui/time.tsx'
import { Section } from '../layout/section.tsx'
import { AuditEventDetails } from './audit-event-details.tsx'
import { auditPath, auditText, nameOfActor, subjectKind, subjectOf } from './audit-text.ts'

const PAGE_SIZE = 20

const OWN = ['actor', 'group', 'page']

const linkClass =
  'wrap-anywhere inline-flex min-h-8 items-center underline-offset-3 hover:underline pointer-coarse:min-h-11'

const auditColumns: Column<AuditEntry>[] = [
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

export function AuditPage() {
  const { page, size, keyword, from, to, params } = useListParams()
  const text = (name: string) => params.get(name) ?? ''
  const narrowed = { keyword, from, to, actor: text('actor'), group: text('group'), subject: text('subject') }

  return (
    <Section title="Audit log">
      <AuditFilters address={narrowed} params={params} />
      <PagedTable
        caption="Audit log"
        query={useQuery(auditQuery({ ...narrowed, page, size }))}
        path={staffPaths.audit}
        params={params}
        columns={auditColumns}
        keyOf={({ id }) => String(id)}
        error="Something went wrong, please try reloading the page."
        empty="Nothing found."
      />
    </Section>
  )
}

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

interface AuditFiltersProps {
  address: Omit<AuditAddress, 'page' | 'size'>
  /** The query of the page's address. */
  params: URLSearchParams
}

/** Filters of the audit log; their state is in the address. */
function AuditFilters({ address, params }: AuditFiltersProps) {
  const { data = { actors: [], groups: [] }, isSuccess } = useQuery(auditFiltersQuery())
  const { keyword, actor, group, subject, from, to } = address
  const actors = [
    { value: 'shop', label: 'The shop itself' },
    ...data.actors.map(({ _id, name }) => ({ value: _id, label: `${name.firstName} ${name.lastName}` })),
  ]
  const groups = data.groups.map(value => ({ value, label: auditText(value) }))

  return (
    <div className="flex flex-wrap items-center gap-3">
      <ListBar action={staffPaths.audit} label="Search the log" keyword={keyword} params={params} />
      <GetForm
        // Remounts the selects once their options are loaded: a select loses its value when its options change.
        key={String(isSuccess)}
        action={staffPaths.audit}
        kept={[...params].filter(([name]) => !OWN.includes(name))}
        className="flex flex-wrap gap-3"
      >
        <Choice label="Who" name="actor" any="Anybody" value={actor} options={actors} />
        <Choice label="What" name="group" any="Anything" value={group} options={groups} />
      </GetForm>
      {(keyword || actor || group || subject || from || to) && (
        <ButtonLink to={staffPaths.audit} variant="ghost" size={40}>
          Clear
        </ButtonLink>
      )}
      {subject && <p className="basis-full text-ink-2">{`Only what happened to ${subjectKind(subject)}.`}</p>}
    </div>
  )
}

interface ChoiceProps {
  label: string
  name: string
  /** Label of the empty choice. */
  any: string
  value: string
  options: { value: string; label: string }[]
}

/** A select of filter values; a value in the address stays selected even when it is no option. */
function Choice({ label, name, any, value, options }: ChoiceProps) {
  const id = useId()
  const isOffered = value === '' || options.some(option => option.value === value)

  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <SubmitSelect
        id={id}
        name={name}
        defaultValue={value}
        submitLabel="Show"
        className="min-h-11! max-w-52 border-line!"
      >
        <option value="">{any}</option>
        {!isOffered && <option value={value}>{value}</option>}
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SubmitSelect>
    </div>
  )
}

interface AuditAddress {
  page: number
  size: number | undefined
  keyword: string
  actor: string
  group: string
  subject: string
  /** The first and the last day. */
  from: string | undefined
  to: string | undefined
}

/** One page of the log, newest first; never cached, because the log grows all the time. */
export const auditQuery = ({ size, from, to, ...query }: AuditAddress) =>
  queryOptions({
    queryKey: ['audit', query, size, from, to],
    queryFn: () => call('GET /audit', { query: { ...query, size: size ?? PAGE_SIZE, from: from ?? '', to: to ?? '' } }),
    ...keepRows,
    staleTime: 0,
  })

const auditFiltersQuery = () =>
  queryOptions({ queryKey: ['audit', 'filters'], queryFn: async () => (await call('GET /audit/filters')).data })
