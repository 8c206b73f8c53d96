import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

interface ComboboxOptions {
  input: RefObject<HTMLInputElement | null>
  listId: string
  isOpen: boolean
  /** How many options there are. */
  count: number
  /** The options are new: none of them is chosen yet. */
  text: string
  onOpen: () => void
  onClose: () => void
  onChoose: (index: number) => void
}

const NONE = -1

/**
 * The keyboard of a text field with a list of options (ARIA combobox with manual selection). The focus stays in the
 * field, which is plain markup elsewhere; what the list adds to it is set from here.
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

/** Where an arrow leads: through all options and back to the field itself. Home and End stay with the text until then. */
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
