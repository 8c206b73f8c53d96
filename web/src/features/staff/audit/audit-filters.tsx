import { staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { SubmitSelect } from '../../../ui/controls/submit-select.tsx'
import { GetForm } from '../../../ui/forms/get-form.tsx'
import { ListBar } from '../../../ui/table/list-bar.tsx'
import { type AuditAddress, auditFiltersQuery } from './audit.api.ts'
import { auditText, subjectKind } from './audit-text.ts'

interface AuditFiltersProps {
  address: Omit<AuditAddress, 'page' | 'size'>
  /** The query of the page's address. */
  params: URLSearchParams
}

const OWN = ['actor', 'group', 'page']

/** Filters of the audit log; their state is in the address. */
export function AuditFilters({ address, params }: AuditFiltersProps) {
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
