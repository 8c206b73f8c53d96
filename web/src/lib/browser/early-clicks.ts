/**
 * Keeps clicks on buttons and Enter in forms until the page is hydrated, because no handler receives them before that, shows a
 * guest's header, and loads the scripts that hydrate the page. A script of its own, which is there seconds before the rest on a slow network.
 */
import { onFirstTouch } from './first-touch.ts'
import { drawForGuest } from './guest.ts'

const kept: HTMLElement[] = []

/** A button of a popover works by itself: a second click would close what the first has opened. */
function keepClick({ target }: Event) {
  const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
  if (button) kept.push(button)
}

/** Forms with POST have no button that sends them yet (`SubmitButton`); others work by themselves. */
function keepForm({ key, target }: KeyboardEvent) {
  const form = key === 'Enter' && target instanceof HTMLInputElement && target.form
  if (form && form.method === 'post' && !kept.includes(form)) kept.push(form)
}

addEventListener('click', keepClick)
addEventListener('keydown', keepForm)

/** From now on React receives what is done: it hydrates at once what is pressed. */
export function stopKeeping(): void {
  removeEventListener('click', keepClick)
  removeEventListener('keydown', keepForm)
}

/** Repeats in its order what was kept. */
export async function repeatKept(): Promise<void> {
  for (const element of kept.splice(0)) {
    // What follows hydration is to be rendered first, and what the handler before has changed.
    await new Promise(resolve => setTimeout(resolve))
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }
}

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
  onFirstTouch(start)
}

drawForGuest()
if (later === undefined) start()
else startOncePainted()
