/** Keeps clicks on buttons until the page is hydrated, and repeats them then. */
export function keepEarlyClicks(): () => void {
  const clicked = new Set<HTMLElement>()
  const keep = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]')
    if (button) clicked.add(button)
  }
  addEventListener('click', keep)
  return () => {
    removeEventListener('click', keep)
    for (const button of clicked) button.click()
  }
}
