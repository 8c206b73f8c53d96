/** What was pressed before a handler could receive it. */
const kept: HTMLElement[] = []
let isPageHydrated = false

/** A button of a popover works by itself: a second click would close what the first has opened. */
function keepClick({ target }: Event) {
  const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
  if (button && (!isPageHydrated || button.closest('[data-late]'))) kept.push(button)
}

/** Forms with POST have no button that sends them yet (`SubmitButton`); others work by themselves. */
function keepForm({ key, target }: KeyboardEvent) {
  const form = key === 'Enter' && target instanceof HTMLInputElement && target.form
  if (form && form.method === 'post' && !kept.includes(form)) kept.push(form)
}

/** Keeps clicks on buttons, and Enter in forms, because no handler receives them before the page is hydrated. */
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
