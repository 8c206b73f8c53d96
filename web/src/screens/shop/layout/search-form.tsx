import { paths } from '@mela/contract'
import { Search } from 'lucide-react'
import { type SubmitEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useHydrated } from '../../../lib/hydrated.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'

const SearchSuggestions = lazyPart(async () => (await import('./search-suggestions.tsx')).SearchSuggestions)

interface SearchFormProps {
  className?: string
  autoFocus?: boolean
  onEscape?: () => void
}

/**
 * A plain GET form, so it works without JavaScript; on the search page it shows the present keyword. Its suggestions
 * are loaded on first use.
 */
export function SearchForm({ className, autoFocus, onEscape }: SearchFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { pathname, key } = useLocation()
  const [params] = useSearchParams()
  const keyword = pathname.startsWith(paths.searchBase) ? (params.get('keyword') ?? '') : ''
  /** The typed text at this address; undefined before the field was used. */
  const [typed, setTyped] = useState<{ text: string; key: string }>()
  const setText = (text: string) => setTyped({ text: text.trim(), key })

  // Only a new keyword in the address replaces the typed text, also text that was typed before hydration.
  const shown = useRef(keyword)
  useEffect(() => {
    if (input.current && shown.current !== keyword) input.current.value = keyword
    shown.current = keyword
  }, [keyword])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setText('')
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
          dir="auto"
          ref={input}
          id={id}
          type="search"
          name="keyword"
          {...(isHydrated && { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': false })}
          defaultValue={keyword}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the visitor opened the field to type into it
          autoFocus={autoFocus}
          placeholder="Search products"
          className="type-ui h-11 w-full rounded-full bg-ink/6 pr-4 pl-12 font-normal! pointer-coarse:text-base [&::-webkit-search-cancel-button]:grayscale"
          onFocus={() => setText('')}
          onInput={event => setText(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Escape' && !event.defaultPrevented && onEscape?.()}
          onBlur={() => setText('')}
        />
        {typed && (
          <Suspense>
            <SearchSuggestions input={input} text={typed.key === key ? typed.text : ''} onText={setText} />
          </Suspense>
        )}
      </form>
    </search>
  )
}
