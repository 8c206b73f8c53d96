import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { staffPaths } from '../../lib/staff-paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { GetForm } from '../../ui/get-form.tsx'
import { SelectBox } from '../../ui/select-box.tsx'
import { type AuditAddress, auditFiltersQuery } from './audit.api.ts'
import { deedText } from './describe.ts'

/** Narrows the log; the address says how. */
export function AuditFilters({ address }: { address: AuditAddress }) {
  const { data = { actors: [], groups: [] } } = useQuery(auditFiltersQuery())
  const { keyword, actor, group, subject, from = '', to = '', size } = address
  const isNarrowed = [keyword, actor, group, subject, from, to].some(Boolean)
  const actors = [
    { value: 'shop', label: 'The shop itself' },
    ...data.actors.map(({ _id, name }) => ({ value: _id, label: `${name.firstName} ${name.lastName}` })),
  ]
  const groups = data.groups.map(value => ({ value, label: deedText(value) }))

  return (
    <search>
      <GetForm
        // Other defaults are another form: what an address says is what the fields say.
        key={JSON.stringify([address, data])}
        action={staffPaths.audit}
        kept={size ? [['size', String(size)]] : []}
        className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(10rem,1.4fr)_1fr_1fr_auto_auto_auto]"
      >
        {subject && <input type="hidden" name="subject" value={subject} />}
        <Labelled label="Search" className="max-lg:col-span-2">
          {id => <input id={id} type="search" name="keyword" defaultValue={keyword} className="control" />}
        </Labelled>
        <Choice label="Who" name="actor" any="Anybody" value={actor} options={actors} />
        <Choice label="What" name="group" any="Anything" value={group} options={groups} />
        <Labelled label="From">
          {id => <input id={id} type="date" name="from" defaultValue={from} className="control" />}
        </Labelled>
        <Labelled label="To">
          {id => <input id={id} type="date" name="to" defaultValue={to} className="control" />}
        </Labelled>
        <div className="flex gap-2 max-lg:col-span-2">
          <Button type="submit" variant="outline" size={40}>
            Filter
          </Button>
          {isNarrowed && (
            <ButtonLink to={staffPaths.audit} variant="ghost" size={40}>
              Clear
            </ButtonLink>
          )}
        </div>
      </GetForm>
      {subject && <p className="pt-3 text-ink-2">Only what happened to one {subject.split(':')[0]}.</p>}
    </search>
  )
}

interface LabelledProps {
  label: string
  className?: string
  children: (id: string) => ReactNode
}

function Labelled({ label, className = '', children }: LabelledProps) {
  const id = useId()

  return (
    <div className={`grid min-w-0 gap-1 ${className}`}>
      <label htmlFor={id} className="type-small text-ink-2">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

interface ChoiceProps {
  label: string
  name: string
  /** Said for no choice. */
  any: string
  value: string
  options: { value: string; label: string }[]
}

/** What the address says stays chosen, even if nobody offers it. */
function Choice({ label, name, any, value, options }: ChoiceProps) {
  const isOffered = value === '' || options.some(option => option.value === value)

  return (
    <Labelled label={label}>
      {id => (
        <SelectBox id={id} name={name} defaultValue={value}>
          <option value="">{any}</option>
          {!isOffered && <option value={value}>{value}</option>}
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectBox>
      )}
    </Labelled>
  )
}
