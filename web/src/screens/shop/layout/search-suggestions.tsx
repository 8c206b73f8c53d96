import { paths, productPath, type Suggestions } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { cx, type Elements } from '../../../ui/cx.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../ui/price.tsx'

const NONE = -1

interface SearchSuggestionsProps {
  input: RefObject<HTMLInputElement | null>
  /** The typed text; '' closes the list. */
  text: string
  onText: (text: string) => void
}

export function SearchSuggestions({ input, text, onText }: SearchSuggestionsProps) {
  const listId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const { data } = useQuery(suggestionsQuery(useDebounced(text)))
  const isOpen = text !== '' && data !== undefined
  const found = data ? data.products.length + data.categories.length : 0
  // The last option leads to all results.
  const { active, setActive } = useCombobox({ input, listId, isOpen, count: found + 1, text, onText })

  // On touch screens a press outside does not always blur the field.
  const closeOutside = useEffectEvent(({ target }: PointerEvent) => {
    const isInside = [input.current, panel.current].some(part => target instanceof Node && part?.contains(target))
    if (!isInside) onText('')
  })
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  return (
    <div ref={panel}>
      <p role="status" className="sr-only">
        {isOpen && (found > 0 ? countLabel(found, 'suggestion') : 'No suggestions')}
      </p>
      {isOpen && (
        <SuggestionList
          id={listId}
          suggestions={data}
          text={text}
          active={active}
          onActive={setActive}
          onClose={() => onText('')}
        />
      )}
    </div>
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

interface ComboboxOptions extends SearchSuggestionsProps {
  listId: string
  isOpen: boolean
  count: number
}

/**
 * Keyboard control of a text field with a list of options (ARIA combobox with manual selection). The focus stays in the
 * field; its ARIA attributes are set from here.
 */
function useCombobox({ input, listId, isOpen, count, text, onText }: ComboboxOptions) {
  // New text resets the choice.
  const [chosen, setChosen] = useState({ text, index: NONE })
  const active = isOpen && chosen.text === text && chosen.index < count ? chosen.index : NONE
  const setActive = (index: number) => setChosen({ text, index })

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const target = isOpen ? targetOf(event.key, active, count) : undefined
    if (target !== undefined) setActive(target)
    else if (!isOpen && event.key === 'ArrowDown') {
      setActive(NONE)
      onText(input.current?.value ?? '')
    } else if (isOpen && event.key === 'Escape') onText('')
    else if (event.key === 'Enter' && active !== NONE) document.getElementById(`${listId}${active}`)?.click()
    else return
    event.preventDefault()
  })

  useEffect(() => {
    const field = input.current
    field?.addEventListener('keydown', handleKeyDown)
    return () => field?.removeEventListener('keydown', handleKeyDown)
  }, [input])

  useEffect(() => {
    const field = input.current
    if (!field) return
    field.setAttribute('aria-expanded', String(isOpen))
    setOrRemove(field, 'aria-controls', isOpen && listId)
    setOrRemove(field, 'aria-activedescendant', active !== NONE && `${listId}${active}`)
    document.getElementById(`${listId}${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [input, listId, isOpen, active])

  return { active, setActive }
}

/**
 * The next choice for an arrow key: through all options and back to the field. Home and End act on the text until then.
 */
function targetOf(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : NONE
  if (key === 'ArrowUp') return active === NONE ? count - 1 : active - 1
  if (key === 'Home' && active !== NONE) return 0
  if (key === 'End' && active !== NONE) return count - 1
  return undefined
}

function setOrRemove(element: HTMLElement, name: string, value: string | false) {
  if (value) element.setAttribute(name, value)
  else element.removeAttribute(name)
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

interface OptionProps {
  id: string
  to: string
  isActive: boolean
  onPointerMove: () => void
  onClick: () => void
  children: ReactNode
}

function Option({ isActive, children, ...link }: OptionProps) {
  return (
    <Link
      {...link}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={cx('type-ui flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5', isActive && 'bg-ink/6')}
    >
      {children}
    </Link>
  )
}
