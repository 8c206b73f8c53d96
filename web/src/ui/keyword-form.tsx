import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { ButtonLink } from './button.tsx'
import { GetForm } from './get-form.tsx'

interface KeywordFormProps {
  action: string
  /** The label, such as 'Search customers'. */
  label: string
  keyword: string
  /** The query of the page's address; its other keys are kept. */
  params?: URLSearchParams
}

const STARTS_AGAIN = ['keyword', 'page']
/** A pause of this length while typing submits the keyword. */
const PAUSE_MS = 250
/** Shorter keywords are submitted by Enter only: no index covers them. */
const MIN_CHARACTERS = 3

/** Filters a list by keyword while it is typed; the list restarts at its first page. */
export function KeywordForm({ action, label, keyword, params = new URLSearchParams() }: KeywordFormProps) {
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
        action={action}
        kept={[...params].filter(([name]) => !STARTS_AGAIN.includes(name))}
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

/** Removes the keyword of an empty list; other filters stay. */
export function ClearSearch({ path, params }: { path: string; params: URLSearchParams }) {
  if (!params.get('keyword')?.trim()) return null
  const kept = [...params].filter(([name]) => name !== 'keyword' && name !== 'page')

  return (
    <ButtonLink to={kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path} variant="outline" size={40}>
      Clear search
    </ButtonLink>
  )
}
