interface Entry {
  /** React Router's name of the page. */
  key?: string
  /** How many dialogs and menus were open when the entry was made. */
  layers?: number
}

let opened: HTMLElement[] = []
let last = { key: '', layers: 0 }
let shownKey = ''

const entry = (): Required<Entry> => {
  const { key = 'default', layers = 0 } = (history.state ?? {}) as Entry
  return { key, layers }
}
const openLayers = () => opened.filter(isOpen)
const isOpen = (layer: HTMLElement) => {
  if (layer instanceof HTMLDialogElement) return layer.open
  return layer.isConnected && (!layer.popover || layer.matches(':popover-open'))
}

/** Adds an entry to the history for a dialog, menu or panel that has opened: Back closes it and stays on the page. */
export function holdBack(layer: HTMLElement): void {
  opened = [...openLayers().filter(other => other !== layer), layer]
  const { key, layers } = entry()
  // While a navigation is taken back the history is at another page, where a new entry would cut off this one.
  if (key !== shownKey || layers >= opened.length) return
  last = { key, layers: layers + 1 }
  history.pushState({ ...history.state, layers: layers + 1 }, '')
}

/** Closes dialogs and menus on Back. `key` is of the page that is shown. Returns a function that stops it. */
export function closeOnBack(key: string): () => void {
  shownKey = key
  if (!last.key) last = entry()
  // Captures, so that the router does not load the page again.
  addEventListener('popstate', handleMove, true)
  document.addEventListener('beforetoggle', handleToggle, true)
  return () => {
    removeEventListener('popstate', handleMove, true)
    document.removeEventListener('beforetoggle', handleToggle, true)
  }
}

function handleToggle({ target, newState }: ToggleEvent) {
  if (newState === 'open' && target instanceof HTMLElement && target.popover) holdBack(target)
}

function handleMove(event: PopStateEvent) {
  const before = last
  last = entry()
  if (last.key !== before.key || last.key !== shownKey || last.layers === before.layers) return
  event.stopImmediatePropagation()
  const surplus = openLayers().slice(last.layers)
  for (const layer of surplus.reverse()) close(layer)
  // The dialog of this entry was closed by other means: goes on to the page before.
  if (surplus.length === 0 && last.layers < before.layers) history.back()
}

function close(layer: HTMLElement) {
  if (layer.popover) layer.hidePopover()
  else layer.dispatchEvent(new Event('cancel', { cancelable: true }))
}

type LeaveGuard = (leave: () => void) => void

const guards = new Set<LeaveGuard>()

/** `guarded()` asks this guard until the returned function is called. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard)
  return () => guards.delete(guard)
}

/** Calls `leave`, or passes it to the guard of a form with unsaved values; for actions that are no navigation. */
export function guarded(leave: () => void): void {
  const [guard] = guards
  if (guard) guard(leave)
  else leave()
}
