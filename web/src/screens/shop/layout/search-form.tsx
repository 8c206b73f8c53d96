import { paths, productPath, type Suggestions } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ArrowRight, Search } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { type LinkProps, useLocation, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useHydrated } from '../../../lib/hydrated.ts'
import { Link } from '../../../lib/link.tsx'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { cx, type Elements } from '../../../ui/cx.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../ui/price.tsx'

const NONE = -1

const knowsPopovers = globalThis.CSS?.supports?.('selector(:popover-open)')

/**
 * A plain GET form, so it works without JavaScript; on the search page it shows the present keyword. With JavaScript it
 * is an ARIA combobox with manual selection: the focus stays in the field.
 */
export function SearchForm({ className }: { className: string }) {
  const id = useId()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { pathname, key } = useLocation()
  const [params] = useSearchParams()
  const keyword = pathname.startsWith(paths.searchBase) ? (params.get('keyword') ?? '') : ''
  /** What was typed at this address; '' closes the list. */
  const [typed, setTyped] = useState({ text: '', key })
  const [chosen, setChosen] = useState(NONE)
  const text = typed.key === key ? typed.text : ''
  const { data } = useQuery(suggestionsQuery(useDebounced(text)))
  const isOpen = text !== '' && data !== undefined
  const found = data ? data.products.length + data.categories.length : 0
  // The last option leads to all results.
  const count = found + 1
  const active = isOpen && chosen < count ? chosen : NONE

  function setText(text: string) {
    setTyped({ text: text.trim(), key })
    setChosen(NONE)
  }

  // Only a new keyword in the address replaces the typed text, also text that was typed before hydration.
  const shown = useRef(keyword)
  useEffect(() => {
    if (input.current && shown.current !== keyword) input.current.value = keyword
    shown.current = keyword
  }, [keyword])

  // Takes the focus when a popover around it opens, or was opened before. In the page's HTML it would do so on loading.
  useEffect(() => {
    input.current?.setAttribute('autofocus', '')
    if (knowsPopovers && input.current?.closest(':popover-open')) input.current.focus()
  }, [])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setText('')
    navigate(paths.search(input.current?.value.trim() ?? ''))
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const next = isOpen ? nextOf(event.key, active, count) : undefined
    if (next !== undefined) {
      setChosen(next)
      document.getElementById(`${listId}${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (!isOpen && event.key === 'ArrowDown') setText(event.currentTarget.value)
    else if (isOpen && event.key === 'Escape') setText('')
    else if (event.key === 'Enter' && active !== NONE) document.getElementById(`${listId}${active}`)?.click()
    else return
    event.preventDefault()
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
          {...(isHydrated && { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': isOpen })}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={active === NONE ? undefined : `${listId}${active}`}
          defaultValue={keyword}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Search products"
          className="type-ui h-11 w-full rounded-full bg-ink/6 pr-4 pl-12 font-normal! pointer-coarse:text-base [&::-webkit-search-cancel-button]:grayscale"
          onInput={event => setText(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          onBlur={() => setText('')}
        />
        {text !== '' && (
          <p role="status" className="sr-only">
            {isOpen && (found > 0 ? countLabel(found, 'suggestion') : 'No suggestions')}
          </p>
        )}
        {isOpen && (
          <SuggestionList
            id={listId}
            suggestions={data}
            text={text}
            active={active}
            onActive={setChosen}
            onClose={() => setText('')}
          />
        )}
      </form>
    </search>
  )
}

/** Suggestions for the typed keyword; the previous ones stay until these are loaded. */
const suggestionsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['suggestions', keyword],
    queryFn: async ({ signal }) => (await call('GET /products/suggestions', { query: { keyword }, signal })).data,
    placeholderData: previous => previous,
    enabled: keyword !== '',
  })

/**
 * The next choice for an arrow key: through all options and back to the field. Home and End act on the text until then.
 */
function nextOf(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : NONE
  if (key === 'ArrowUp') return active === NONE ? count - 1 : active - 1
  if (key === 'Home' && active !== NONE) return 0
  if (key === 'End' && active !== NONE) return count - 1
  return undefined
}

interface SuggestionListProps {
  id: string
  suggestions: Suggestions
  text: string
  active: number
  onActive: (index: number) => void
  onClose: () => void
}

/** A press keeps the focus in the field; the options are links, so they open in a new tab too. */
function SuggestionList({ id, suggestions, text, active, onActive, onClose }: SuggestionListProps) {
  const { products, categories } = suggestions
  const option = (index: number) => ({
    id: `${id}${index}`,
    isActive: index === active,
    onPointerMove: () => index !== active && onActive(index),
    onClick: onClose,
  })

  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      className="menu-in absolute inset-x-0 top-full z-header mt-2 max-h-[calc(100dvh-9rem)] overflow-y-auto overscroll-contain rounded-tile border border-line bg-surface p-2 text-ink shadow-menu"
      onMouseDown={event => event.preventDefault()}
    >
      {products.length > 0 && (
        <Group id={`${id}products`} label={productsLabel(suggestions)}>
          {products.map((product, index) => (
            <Option key={product._id} to={productPath(product)} {...option(index)}>
              <span className="size-12 shrink-0 overflow-hidden rounded-control">
                <Picture picture={product.thumbnail} alt="" sizes="48px" loading="eager" />
              </span>
              <span className="min-w-0 grow">
                <span dir="auto" className="block truncate">
                  {product.name}
                </span>
                <Price product={product} />
              </span>
            </Option>
          ))}
        </Group>
      )}
      {categories.length > 0 && (
        <Group id={`${id}categories`} label={products.length > 0 ? 'Categories' : 'No products found. Look around in'}>
          {categories.map(({ slug, name, count }, index) => (
            <Option key={slug} to={paths.category(slug)} {...option(products.length + index)}>
              <span dir="auto">{name}</span>{' '}
              <span className="type-small ml-auto text-ink-2">{countLabel(count, 'product')}</span>
            </Option>
          ))}
        </Group>
      )}
      <Option to={paths.search(text)} {...option(products.length + categories.length)}>
        <span className="truncate">
          See all results for “<bdi>{text}</bdi>”
        </span>{' '}
        <ArrowRight className="ml-auto size-4!" />
      </Option>
    </div>
  )
}

function productsLabel({ correction, partial, mentioned }: Suggestions): string {
  if (correction) return `Products for “${correction}”`
  return partial ? `No exact match. Products for “${partial}”` : mentioned ? 'Close matches' : 'Products'
}

function Group({ id, label, children }: { id: string; label: string; children: Elements }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: options belong to a group, not to a set of fields
    <div role="group" aria-labelledby={id} className="mb-1.5 border-line border-b pb-1.5">
      <p id={id} role="presentation" className="type-small truncate px-2 pt-1.5 pb-1 text-ink-2">
        {label}
      </p>
      {children}
    </div>
  )
}

function Option({ isActive, ...link }: LinkProps & { isActive: boolean }) {
  return (
    <Link
      {...link}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={cx('type-ui flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5', isActive && 'bg-ink/6')}
    />
  )
}
