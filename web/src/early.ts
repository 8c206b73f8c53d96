/**
 * The first script of every page, which a slow network delivers seconds before the others, so it imports nothing. It
 * shows a guest's header, starts the other scripts, and keeps what is pressed until the page is hydrated.
 */

// Copies of the names of a cookie and two stored values: their modules would make this script larger.
const SIGNED_IN_COOKIE = 'mela_signed_in='
const USER_KEY = 'mela.user'
const PLACE_KEY = 'mela.last-place'

/** The latest start of the other scripts: a picture that never arrives would delay `load` for ever. */
const LATEST_MS = 4000
/** How long a link waits for earlier presses to be repeated. */
const PATIENCE_MS = 10_000

const hydrated = new AbortController()
const untilHydrated = { capture: true, signal: hydrated.signal }
const happens = (event: string) => new Promise(resolve => addEventListener(event, resolve, untilHydrated))
/** Buttons, links and forms that were pressed before a handler could receive the event. */
const kept: HTMLElement[] = []

addEventListener('click', keepClick, untilHydrated)
addEventListener('keydown', keepEnter, untilHydrated)
addEventListener('hydrated', repeatKept, untilHydrated)
const user = tryStorage(() => localStorage.getItem(USER_KEY)) ?? 'null'
// Shows the header of a guest, unless a user may be signed in.
if (user === 'null' && !document.cookie.includes(SIGNED_IN_COOKIE)) document.documentElement.dataset.guest = ''
void loadScripts()

/** Waits with the other scripts until the page is painted, or used; a page that shows nothing yet needs them at once. */
async function loadScripts() {
  const use = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin'].map(happens)
  // Safari has no idle callbacks.
  const idle = happens('load').then(() => new Promise(resolve => (window.requestIdleCallback ?? setTimeout)(resolve)))
  const latest = new Promise(resolve => setTimeout(resolve, LATEST_MS))
  if (document.readyState === 'loading') await happens('DOMContentLoaded')
  if (!document.querySelector('[aria-busy=true]')) await Promise.race([...use, idle, latest])

  const scripts = document.querySelector<HTMLElement>('script[data-scripts]')?.dataset.scripts?.split(' ') ?? []
  const links = scripts.map(href => Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  document.head.append(...links)
  await import(/* @vite-ignore */ scripts[0] ?? '')
}

/**
 * Keeps a click on a button, except a popover's, which works without scripts; and on a link after a button, such as
 * 'Add to cart', so that handlers receive both in their order.
 */
function keepClick(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  // A login returns there; on a page for signing in, home replaces it later.
  const place = location.pathname + location.search + location.hash
  if (target.closest('header')) tryStorage(() => sessionStorage.setItem(PLACE_KEY, place))
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
  hydrated.abort()
  document.documentElement.toggleAttribute('data-working', false)
  for (const element of kept.splice(0)) {
    // Lets React first render effects of hydration, and changes by the handler of the click before.
    await new Promise(resolve => setTimeout(resolve))
    if (element instanceof HTMLFormElement) element.requestSubmit()
    else element.click()
  }
}

function tryStorage<Value>(use: () => Value) {
  try {
    return use()
  } catch {}
}
