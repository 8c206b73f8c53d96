import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useListParams } from '../lib/list-params.ts'
import { ButtonLink } from './button.tsx'
import { GetForm, SelectForm, without } from './get-form.tsx'

/** A pause of this length while typing submits the keyword. */
const PAUSE_MS = 250
/** Shorter keywords are submitted by Enter only: no index covers them. */
const MIN_CHARACTERS = 3

/** Filters a list by keyword while it is typed; the list restarts at its first page. */
export function KeywordForm({ label }: { label: string }) {
  const { path, params, query } = useListParams()
  const { keyword } = query
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef(keyword)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(pause.current), [])

  // A keyword that the field has sent is not written back, because the typed text may have changed since.
  useEffect(() => {
    if (field.current && asked.current !== keyword) field.current.value = keyword
    asked.current = keyword
  }, [keyword])

  function handleChange({ form, value }: HTMLInputElement) {
    clearTimeout(pause.current)
    const words = value.trim().split(/\s+/)
    const isWorthIt = value.trim() === '' || words.some(word => word.length >= MIN_CHARACTERS)
    if (isWorthIt && value.trim() !== asked.current) pause.current = setTimeout(() => form?.requestSubmit(), PAUSE_MS)
  }

  function handleSubmit() {
    clearTimeout(pause.current)
    asked.current = field.current?.value.trim() ?? ''
  }

  return (
    <search>
      <GetForm
        action={path}
        kept={without(params, 'keyword', 'page')}
        // One history entry for a keyword, not one for each character.
        isReplacing={keyword !== ''}
        onSubmit={handleSubmit}
        className="relative max-w-80"
      >
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2 text-ink-2" />
        <input
          dir="auto"
          ref={field}
          id={id}
          type="search"
          name="keyword"
          defaultValue={keyword}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          placeholder={label}
          onChange={event => handleChange(event.currentTarget)}
          className="type-ui h-11 w-full rounded-control border border-line bg-surface pr-3 pl-11 font-normal! pointer-coarse:text-base"
        />
      </GetForm>
    </search>
  )
}

interface ListFilterProps {
  label: string
  name: string
  any: string
  value: string
  options: { value: string; label: string }[]
}

/** Filters a list by one of several values; a value in the address stays selected even when it is no option. */
export function ListFilter({ label, name, any, value, options }: ListFilterProps) {
  const { path, params } = useListParams()
  const isOffered = value === '' || options.some(option => option.value === value)

  return (
    <SelectForm
      // Remounts the select once its options are loaded: a select loses its value when its options change.
      key={options.length}
      action={path}
      kept={without(params, name, 'page')}
      name={name}
      label={label}
      isLabelHidden
      value={value}
      options={[{ value: '', label: any }, ...(isOffered ? [] : [{ value, label: value }]), ...options]}
      submitLabel="Show"
      selectClass="max-w-52 border-line!"
    />
  )
}

export function ClearSearch() {
  const { path, params, query } = useListParams()
  if (query.keyword === '') return null
  const kept = without(params, 'keyword', 'page')

  return (
    <ButtonLink to={kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path} variant="outline" size={40}>
      Clear search
    </ButtonLink>
  )
}
