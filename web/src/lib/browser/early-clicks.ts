/**
 * Keeps what is pressed until the page is hydrated, shows a guest's header, and loads the scripts that hydrate the page. A script of its
 * own, which is there seconds before the rest on a slow network.
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

/** A page that can be read before its scripts run is painted before they are loaded, unless it is used before (ADR 0049). */
function startOncePainted() {
  const idle = () => (window.requestIdleCallback ?? setTimeout)(start)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle)
  // A picture that does not come must not keep the page from working.
  setTimeout(start, LATEST_MS)
}

keepClicks()
drawForGuest()
void firstTouch().then(start)
if (later === undefined) start()
else startOncePainted()
