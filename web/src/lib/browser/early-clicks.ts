/**
 * Keeps clicks on buttons until the page is hydrated, because no handler receives them before that. A script of its own,
 * which is there seconds before the rest on a slow network.
 */
const clicked: HTMLElement[] = []

function keep({ target }: Event) {
  const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]')
  if (button) clicked.push(button)
}
addEventListener('click', keep)

/** Repeats the kept clicks in their order, and keeps no more. */
export async function repeatEarlyClicks(): Promise<void> {
  removeEventListener('click', keep)
  for (const button of clicked) {
    button.click()
    // The next handler is to see what this one has changed.
    await new Promise(resolve => setTimeout(resolve))
  }
}
