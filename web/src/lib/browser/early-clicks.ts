/**
 * Keeps clicks on buttons and sent forms until the page is hydrated, because no handler receives them before that, and loads the
 * scripts that hydrate it. A script of its own, which is there seconds before the rest on a slow network.
 */
import { onFirstTouch } from './first-touch.ts'

/** Each button once for every click, each form once. */
const kept: (HTMLElement | { form: HTMLFormElement; submitter: HTMLElement | null })[] = []

function keepClick({ target }: Event) {
  const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]')
  if (button) kept.push(button)
}

/** Forms with GET work by themselves. */
function keepForm(event: SubmitEvent) {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
  event.preventDefault()
  if (!kept.some(one => !(one instanceof HTMLElement) && one.form === form)) kept.push({ form, submitter })
}

addEventListener('click', keepClick)
addEventListener('submit', keepForm)

/** From now on React receives what is done: it hydrates at once what is pressed. */
export function stopKeeping(): void {
  removeEventListener('click', keepClick)
  removeEventListener('submit', keepForm)
}

/** Repeats in its order what was kept. */
export async function repeatKept(): Promise<void> {
  for (const one of kept.splice(0)) {
    if (one instanceof HTMLElement) one.click()
    else if (one.form.isConnected) one.form.requestSubmit(one.submitter)
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
