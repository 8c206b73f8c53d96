/** What was pressed before a handler could receive it. */
const kept: HTMLElement[] = []
let isPageHydrated = false

/** How long a link waits for what was pressed before it. */
const PATIENCE_MS = 10_000

/** A button of a popover works by itself: a second click would close what the first has opened. */
function keepClick(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
  if (button && (!isPageHydrated || button.closest('[data-late]'))) keepButton(button)
  const link = target.closest<HTMLAnchorElement>('a[href]:not([target])')
  if (link && kept.length > 0 && isPlain(event)) keepLink(link, event)
}

/** What opens something is pressed once: a second click would close it. */
function keepButton(button: HTMLElement) {
  if (!(button.matches('[aria-haspopup], [aria-expanded]') && kept.includes(button))) kept.push(button)
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** The page is not left before a handler has received what was pressed on it, such as 'Add to cart'. */
function keepLink(link: HTMLAnchorElement, event: Event) {
  event.preventDefault()
  if (kept.includes(link)) return
  kept.push(link)
  setTimeout(() => kept.includes(link) && location.assign(link.href), PATIENCE_MS)
}

/** Forms with POST have no button that sends them yet (`SubmitButton`); others work by themselves. */
function keepForm({ key, target }: KeyboardEvent) {
  const form = key === 'Enter' && target instanceof HTMLInputElement && target.form
  if (form && form.method === 'post' && !kept.includes(form)) kept.push(form)
}

/** Keeps clicks on buttons, links after them, and Enter in forms, because no handler receives them before the page is hydrated. */
export function keepClicks(): void {
  // React stops clicks on what it cannot hydrate yet, at the document.
  addEventListener('click', keepClick, { capture: true })
  addEventListener('keydown', keepForm)
}

/** From now on React receives what is done, besides clicks in late parts (`latePart()`): it hydrates at once what is pressed. */
export function stopKeeping(): void {
  isPageHydrated = true
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
