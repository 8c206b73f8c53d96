import { paths, productPath, type Suggestions } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { prefetchPage } from '../../../lib/browser/prefetch.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { countLabel } from '../../../lib/format/format.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { suggestionsQuery } from './suggestions.api.ts'
import { useCombobox } from './use-combobox.ts'

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
