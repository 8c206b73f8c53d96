import { Search } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../lib/paths.ts'

interface SearchFormProps {
  className?: string
  /** For a field that was just asked for. */
  autoFocus?: boolean
}

/** A plain GET form, so it searches without JavaScript too; on the search page it shows the present keyword. */
export function SearchForm({ className, autoFocus }: SearchFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const keyword = pathname.startsWith(paths.searchBase) ? (params.get('keyword') ?? '') : ''

  // The field belongs to the reader while typing; a new address replaces what it says.
  useEffect(() => {
    if (input.current) input.current.value = keyword
  }, [keyword])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(paths.search(input.current?.value.trim() ?? ''))
  }

  return (
    <search className={className}>
      <form action={paths.searchBase} className="relative" onSubmit={handleSubmit}>
        <label htmlFor={id} className="sr-only">
          Search products
        </label>
        <Search className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-2" />
        <input
          ref={input}
          id={id}
          type="search"
          name="keyword"
          defaultValue={keyword}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the visitor opened the field to type into it
          autoFocus={autoFocus}
          placeholder="Search kurtas, loafers, watches"
          className="type-ui h-11 w-full rounded-full bg-ink/6 pr-4 pl-12 font-normal! pointer-coarse:text-base"
        />
      </form>
    </search>
  )
}
