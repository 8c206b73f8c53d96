import { keepPlace } from './place.ts'

/** Of the remembered user in local storage. */
export const USER_KEY = 'mela.user'
/** That of the contract, which would make the early script load more. */
const SIGNED_IN = 'mela_signed_in='

/** Until the page is hydrated: shows what the header holds, and keeps where it was used (B51), unless a user may be signed in. */
export function drawForGuest(): void {
  if (isRemembered() || document.cookie.includes(SIGNED_IN)) return
  document.documentElement.dataset.guest = ''
  // Capture: before anything leaves the page.
  addEventListener('click', keepUsed, { capture: true })
}

/** On a page for signing in it is dropped later: its header leads home, which is kept then. */
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
