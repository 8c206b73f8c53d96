import { createStore } from '../../../lib/browser/storage.ts'

/** Single-letter shortcuts disturb users of speech input, so they can be switched off (WCAG 2.1.4); Ctrl K stays. */
const store = createStore('mela.staff-shortcuts', true, stored => (typeof stored === 'boolean' ? stored : undefined))

export const useShortcutsAreOn = store.use
export const shortcutsAreOn = store.get
export const switchShortcuts = store.set
