/**
 * Keeps clicks on buttons until the page is hydrated, because no handler receives them before that, and loads the scripts
 * that hydrate it. A script of its own, which is there seconds before the rest on a slow network.
 */
import { onFirstTouch } from './first-touch.ts'

const clicked: HTMLElement[] = []

function keep({ target }: Event) {
  const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]')
  if (button) clicked.push(button)
}
addEventListener('click', keep)

/** From now on React receives clicks: it hydrates at once what is pressed. */
export const stopKeepingClicks = () => removeEventListener('click', keep)

/** Repeats the kept clicks in their order. */
export async function repeatEarlyClicks(): Promise<void> {
  for (const button of clicked.splice(0)) {
    button.click()
    // The next handler is to see what this one has changed.
    await new Promise(resolve => setTimeout(resolve))
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

/** A page that can be read before its scripts run is painted before they are loaded, unless it is used before (ADR 0049). */
function startOncePainted() {
  const idle = () => (window.requestIdleCallback ?? setTimeout)(start)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle)
  onFirstTouch(start)
}

if (later === undefined) start()
else startOncePainted()
