/**
 * Keeps clicks until the page is hydrated, shows the header of a guest, and loads the scripts that hydrate the page. It
 * is a script of its own, because on a slow network it arrives seconds before the other scripts.
 */
import { firstTouch } from './first-touch.ts'
import { drawForGuest } from './guest.ts'
import { keepClicks } from './kept-clicks.ts'

const { entry, later } = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}
let isStarted = false

function start() {
  if (isStarted || !entry) return
  isStarted = true
  for (const href of later?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  const load = () => void import(/* @vite-ignore */ entry)
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', load)
  else load()
}

const LATEST_MS = 4000

/** Loads the scripts of a page that is readable without them after its first paint, or on its first use (ADR 0049). */
function startOncePainted() {
  const idle = () => (window.requestIdleCallback ?? setTimeout)(start)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle)
  // A picture that is never loaded must not delay the scripts for ever.
  setTimeout(start, LATEST_MS)
}

keepClicks()
drawForGuest()
void firstTouch().then(start)
if (later === undefined) start()
else startOncePainted()
