import { paths, productPath, type Suggestions } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { prefetchPage } from '../../../lib/prefetch.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { SuggestionList } from './suggestion-list.tsx'

const NONE = -1

interface SearchSuggestionsProps {
  /** The search field. */
  input: RefObject<HTMLInputElement | null>
  /** The typed text; '' closes the list. */
  text: string
  onText: (text: string) => void
}

/** Products and categories for the typed text, and a link to all results. */
export function SearchSuggestions({ input, text, onText }: SearchSuggestionsProps) {
  const listId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const { data } = useQuery(suggestionsQuery(useDebounced(text)))
  const isOpen = text !== '' && data !== undefined
  const urls = data ? urlsOf(data, text) : []

  const { active, setActive, optionId } = useCombobox({
    input,
    listId,
    isOpen,
    count: urls.length,
    text,
    onOpen: () => onText(input.current?.value ?? ''),
    onClose: () => onText(''),
    onChoose: index => {
      onText('')
      navigate(urls[index] ?? paths.home)
    },
  })
  useCloseOutside(input, panel, isOpen, () => onText(''))

  const activeUrl = urls[active]
  useEffect(() => {
    if (activeUrl) prefetchPage(activeUrl)
  }, [activeUrl])

  const found = data ? data.products.length + data.categories.length : 0
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
          optionId={optionId}
          onActive={setActive}
          onClose={() => onText('')}
        />
      )}
    </div>
  )
}

/** The addresses of the options, in the order of the options. */
function urlsOf({ products, categories }: Suggestions, text: string): string[] {
  return [
    ...products.map(product => productPath(product)),
    ...categories.map(({ slug }) => paths.category(slug)),
    paths.search(text),
  ]
}

/** Closes the list on a press outside: on touch screens such a press does not always blur the field. */
function useCloseOutside(
  input: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
) {
  const handlePress = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Node)) return
    if (!input.current?.contains(target) && !panel.current?.contains(target)) onClose()
  })

  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('pointerdown', handlePress)
    return () => document.removeEventListener('pointerdown', handlePress)
  }, [isOpen])
}

/** Suggestions for the typed keyword; the previous ones stay until these are loaded. */
const suggestionsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['suggestions', keyword],
    queryFn: async ({ signal }) => (await call('GET /products/suggestions', { query: { keyword }, signal })).data,
    placeholderData: previous => previous,
    enabled: keyword !== '',
  })

interface ComboboxOptions {
  input: RefObject<HTMLInputElement | null>
  listId: string
  isOpen: boolean
  /** Number of options. */
  count: number
  /** Resets the choice for new options. */
  text: string
  onOpen: () => void
  onClose: () => void
  onChoose: (index: number) => void
}

/**
 * Keyboard control of a text field with a list of options (ARIA combobox with manual selection). The focus stays in the
 * field; its ARIA attributes are set from here.
 */
function useCombobox({ input, listId, isOpen, count, text, onOpen, onClose, onChoose }: ComboboxOptions) {
  const [chosen, setChosen] = useState({ text, index: NONE })
  const active = isOpen && chosen.text === text && chosen.index < count ? chosen.index : NONE
  const setActive = (index: number) => setChosen({ text, index })
  const optionId = (index: number) => `${listId}${index}`

  function open() {
    setActive(NONE)
    onOpen()
  }

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (!isOpen) {
      if (event.key === 'ArrowDown') open()
      return
    }

    const target = targetOf(event.key, active, count)
    if (target !== undefined) setActive(target)
    else if (event.key === 'Enter' && active !== NONE) onChoose(active)
    else if (event.key === 'Escape') onClose()
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
    field?.setAttribute('aria-expanded', String(isOpen))
    setOrRemove(field, 'aria-controls', isOpen && listId)
    setOrRemove(field, 'aria-activedescendant', active !== NONE && `${listId}${active}`)
    document.getElementById(`${listId}${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [input, listId, isOpen, active])

  return { active, setActive, optionId }
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

function setOrRemove(element: HTMLElement | null, name: string, value: string | false) {
  if (value) element?.setAttribute(name, value)
  else element?.removeAttribute(name)
}
