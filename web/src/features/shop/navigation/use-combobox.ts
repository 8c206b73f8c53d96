import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

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

const NONE = -1

/**
 * Keyboard control of a text field with a list of options (ARIA combobox with manual selection). The focus stays in the
 * field; its ARIA attributes are set from here.
 */
export function useCombobox({ input, listId, isOpen, count, text, onOpen, onClose, onChoose }: ComboboxOptions) {
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
