import { markUnattended } from '../../../lib/api.ts'

/** What is asked for later than this after the last touch of a key or the screen was asked by the browser itself. */
const WITHIN_MS = 60_000
const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const

/** Marks the calls of a screen that is left alone and keeps itself up to date; returns the way to stop. */
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
