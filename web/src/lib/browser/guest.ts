import { keepPlace } from './place.ts'

/** Key of the remembered user in local storage. */
export const USER_KEY = 'mela.user'
/** The cookie's name, copied from the contract, whose import would make the early script larger. */
const SIGNED_IN = 'mela_signed_in='

/** Until hydration, shows a guest's header, whose links keep the page's address (B51), unless a user may be signed in. */
export function drawForGuest(): void {
  if (isRemembered() || document.cookie.includes(SIGNED_IN)) return
  document.documentElement.dataset.guest = ''
  // In the capture phase, so that it runs before a handler leaves the page.
  addEventListener('click', keepUsed, { capture: true })
}

/** Keeps the address of the page when its header is pressed; on a page for signing in, home replaces it later. */
function keepUsed({ target }: Event) {
  if (target instanceof Element && target.closest('header'))
    keepPlace(location.pathname + location.search + location.hash)
}

function isRemembered(): boolean {
  try {
    return (localStorage.getItem(USER_KEY) ?? 'null') !== 'null'
  } catch {
    return false
  }
}
