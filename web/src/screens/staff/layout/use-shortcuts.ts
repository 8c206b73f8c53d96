import { staffPaths } from '@mela/contract'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { createStore } from '../../../lib/storage.ts'
import { screens } from './palette-places.ts'

/** Longest pause between g and the second letter. */
const PAUSE_MS = 1500

/** Ctrl or ⌘ with K anywhere; single letters unless a field or a dialog has the focus. */
export function useShortcuts(onSearch: () => void, onHelp: () => void): void {
  const navigate = useNavigate()

  const press = useEffectEvent((event: KeyboardEvent, isSecond: boolean): boolean => {
    const { key } = event
    const screen = isSecond ? screens.find(screen => screen.key === key) : undefined
    if (screen) void navigate(screen.to)
    else if (key === 'g') return true
    else if (key === 'n') void navigate(staffPaths.newProduct)
    else if (key === '/') focusSearch() || onSearch()
    else if (key === '?') onHelp()
    else return false
    event.preventDefault()
    return false
  })
  const search = useEffectEvent(onSearch)

  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || document.querySelector('dialog:modal')) return
      if (isSearchKey(event)) {
        event.preventDefault()
        search()
      } else if (isFree(event)) {
        pressedG = press(event, event.timeStamp - pressedG < PAUSE_MS) ? event.timeStamp : Number.NEGATIVE_INFINITY
      }
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

function isFree({ target, ctrlKey, metaKey, altKey, isComposing, repeat }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable=true], [role=menu]')
  return areShortcutsOn.get() && !ctrlKey && !metaKey && !altKey && !isComposing && !repeat && !isTyping
}

/** Focuses the list's search field; false where the screen has none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}

/** Single-letter shortcuts disturb users of speech input, so they can be switched off (WCAG 2.1.4); Ctrl K stays. */
export const areShortcutsOn = createStore('mela.staff-shortcuts', true, stored =>
  typeof stored === 'boolean' ? stored : undefined,
)
