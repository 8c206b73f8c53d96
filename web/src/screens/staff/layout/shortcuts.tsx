import { staffPaths } from '@mela/contract'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { createStore } from '../../../lib/storage.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { namedScreens } from '../dashboard-screens.ts'

/** Single-letter shortcuts disturb users of speech input, so they can be switched off (WCAG 2.1.4); Ctrl K stays. */
const areShortcutsOn = createStore('mela.staff-shortcuts', true, stored =>
  typeof stored === 'boolean' ? stored : undefined,
)

/** Longest pause between g and the second letter. */
const PAUSE_MS = 1500

/** Ctrl or ⌘ with K anywhere; single letters unless a field or a dialog has the focus. */
export function useShortcuts(onSearch: () => void, onHelp: () => void): void {
  const navigate = useNavigate()

  const press = useEffectEvent((event: KeyboardEvent, isSecond: boolean): boolean => {
    const { key } = event
    const screen = isSecond ? namedScreens.find(screen => screen.key === key) : undefined
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

const others: [keys: string[], what: string][] = [
  [['Ctrl', 'K'], 'Search everything'],
  [['/'], 'Search this list'],
  [['n'], 'New product'],
  [['?'], 'This help'],
]

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const keyed = namedScreens.flatMap(({ label, key }) => (key ? [[['g', key], label] as [string[], string]] : []))

  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {[...others, ...keyed].map(([keys, what]) => (
          <div key={what} className="flex min-h-10 items-center justify-between gap-4 border-line border-b">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map(key => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-[5px] border border-line bg-paper px-1.5 text-center text-ink-2 text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center justify-between gap-4">
        <p>
          Single letters
          <span className="type-small block text-ink-2">Ctrl K, or ⌘ K, works either way.</span>
        </p>
        <Switch label="Single letters" checked={areShortcutsOn.use()} onChange={areShortcutsOn.set} />
      </div>
    </Dialog>
  )
}
