/** Elements that were pressed before a handler could receive the event. */
const kept: HTMLElement[] = []
let isPageHydrated = false

/** How long a link waits for earlier clicks to be repeated, in milliseconds. */
const PATIENCE_MS = 10_000

/** Keeps a click on a button, and on a link after a button; not on a popover's button, which works without scripts. */
function keepClick(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
  if (button && (!isPageHydrated || button.closest('[data-late]'))) keepButton(button)
  const link = target.closest<HTMLAnchorElement>('a[href]:not([target])')
  if (link && kept.length > 0 && isPlain(event)) keepLink(link, event)
}

/** Keeps a button; one that opens something only once, because a repeated second click would close it. */
function keepButton(button: HTMLElement) {
  if (!(button.matches('[aria-haspopup], [aria-expanded]') && kept.includes(button))) keep(button)
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Stops a link until handlers have received earlier clicks, such as on 'Add to cart'; then it is repeated as well. */
function keepLink(link: HTMLAnchorElement, event: Event) {
  event.preventDefault()
  if (kept.includes(link)) return
  keep(link)
  setTimeout(() => kept.includes(link) && location.assign(link.href), PATIENCE_MS)
}

/** Keeps Enter in a form with POST, whose `SubmitButton` does nothing before hydration; others work without scripts. */
function keepForm({ key, target }: KeyboardEvent) {
  const form = key === 'Enter' && target instanceof HTMLInputElement && target.form
  if (form && form.method === 'post' && !kept.includes(form)) keep(form)
}

/** Shows the progress line, because the handler may be seconds away. */
function keep(element: HTMLElement) {
  kept.push(element)
  document.documentElement.toggleAttribute('data-working', true)
}

/** Keeps clicks on buttons, on links after them, and Enter in forms: before hydration no handler receives them. */
export function keepClicks(): void {
  // In the capture phase, because React stops clicks on parts that it cannot hydrate yet at the document.
  addEventListener('click', keepClick, { capture: true })
  addEventListener('keydown', keepForm)
}

/** From now on keeps clicks in late parts (`latePart()`) only: React hydrates other pressed parts at once. */
export function stopKeeping(): void {
  isPageHydrated = true
  removeEventListener('keydown', keepForm)
}

/** Repeats the kept clicks and submits in their order. */
export async function repeatKept(): Promise<void> {
  document.documentElement.toggleAttribute('data-working', false)
  for (const element of kept.splice(0)) {
    // Lets React first render effects of hydration, and changes by the handler of the click before.
    await new Promise(resolve => setTimeout(resolve))
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }
}
