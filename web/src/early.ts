/**
 * The first script of every page, which a slow network delivers seconds before the others, so it imports nothing. It
 * shows a guest's header, and keeps what is pressed until the page is hydrated.
 */

// Copies of the names of a cookie and two stored values: their modules would make this script larger.
const SIGNED_IN_COOKIE = 'mela_signed_in='
const USER_KEY = 'mela.user'
const PLACE_KEY = 'mela.last-place'

/** How long a link waits for earlier presses to be repeated, in milliseconds. */
const PATIENCE_MS = 10_000

/** Buttons, links and forms that were pressed before a handler could receive the event. */
const kept: HTMLElement[] = []

if (!('hydrated' in document.documentElement.dataset)) {
  addEventListener('click', keepClick, { capture: true })
  addEventListener('keydown', keepEnter, { capture: true })
  addEventListener('hydrated', repeatKept, { once: true })
  drawForGuest()
}

/**
 * Keeps a click on a button, except a popover's, which works without scripts; and on a link after a button, such as
 * 'Add to cart', so that handlers receive both in their order.
 */
function keepClick(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
  const link = kept.length > 0 && isPlain(event) ? target.closest<HTMLAnchorElement>('a[href]:not([target])') : null
  const pressed = button ?? link
  if (!pressed) return
  // React receives the repeated click; while it hydrates it would receive this one as well.
  event.preventDefault()
  event.stopPropagation()
  // A repeated second click would close what the first one opens.
  if (kept.includes(pressed) && pressed.matches('a, [aria-haspopup], [aria-expanded]')) return
  keep(pressed)
  if (link) setTimeout(() => kept.includes(link) && location.assign(link.href), PATIENCE_MS)
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Keeps Enter in a form with POST, whose submit button is disabled before hydration; others work without scripts. */
function keepEnter({ key, target }: KeyboardEvent) {
  const form = key === 'Enter' && target instanceof HTMLInputElement && target.form
  if (form && form.method === 'post' && !kept.includes(form)) keep(form)
}

/** Shows the progress line, because the handler may be seconds away. */
function keep(element: HTMLElement) {
  kept.push(element)
  document.documentElement.toggleAttribute('data-working', true)
}

/** Repeats the kept clicks and submits in their order, once the page is hydrated, and keeps no more. */
async function repeatKept() {
  removeEventListener('click', keepClick, { capture: true })
  removeEventListener('keydown', keepEnter, { capture: true })
  document.documentElement.toggleAttribute('data-working', false)
  for (const element of kept.splice(0)) {
    // Lets React first render effects of hydration, and changes by the handler of the click before.
    await new Promise(resolve => setTimeout(resolve))
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }
}

/** Shows a guest's header until hydration, whose links keep the page's address, unless a user may be signed in. */
function drawForGuest() {
  if (document.cookie.includes(SIGNED_IN_COOKIE) || isRemembered()) return
  document.documentElement.dataset.guest = ''
  // In the capture phase, so that it runs before a handler leaves the page.
  addEventListener('click', keepPlace, { capture: true })
}

/** Keeps the address of the page when its header is pressed; on a page for signing in, home replaces it later. */
function keepPlace({ target }: Event) {
  if (!(target instanceof Element && target.closest('header'))) return
  try {
    sessionStorage.setItem(PLACE_KEY, location.pathname + location.search + location.hash)
  } catch {
    // The login then leads home.
  }
}

function isRemembered(): boolean {
  try {
    return (localStorage.getItem(USER_KEY) ?? 'null') !== 'null'
  } catch {
    return false
  }
}
