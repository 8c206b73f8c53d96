import { markUnattended } from '../../../lib/api.ts'

/** Milliseconds after the last user input from which on calls count as made by the browser itself. */
const WITHIN_MS = 60_000
const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const

/** Marks background calls of an unattended screen; returns a function that stops it. */
export function watchAttention(): () => void {
  let touchedAt = Date.now()
  const note = () => {
    touchedAt = Date.now()
  }
  for (const sign of SIGNS) addEventListener(sign, note, { capture: true, passive: true })
  markUnattended(() => Date.now() - touchedAt > WITHIN_MS)
  return () => {
    for (const sign of SIGNS) removeEventListener(sign, note, { capture: true })
    markUnattended(() => false)
  }
}
