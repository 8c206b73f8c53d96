/**
 * Keeps clicks on buttons until the page is hydrated, because no handler receives them before that; the function that it
 * returns repeats them in their order.
 */
export function keepEarlyClicks(): () => Promise<void> {
  const clicked: HTMLElement[] = []
  const keep = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]')
    if (button) clicked.push(button)
  }
  addEventListener('click', keep)

  return async () => {
    removeEventListener('click', keep)
    for (const button of clicked) {
      button.click()
      // The next handler is to see what this one has changed.
      await new Promise(resolve => setTimeout(resolve))
    }
  }
}
