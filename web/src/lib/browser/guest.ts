import { keepPlace } from './place.ts'

/** Of the remembered user in local storage. */
export const USER_KEY = 'mela.user'
/** That of the contract, which would make the early script load more. */
const SIGNED_IN = 'mela_signed_in='

/** Shows what the header holds until the page is hydrated, and knows where it was used (B51), unless a user may be signed in. */
export function drawForGuest(): void {
  if (isRemembered() || document.cookie.includes(SIGNED_IN)) return
  document.documentElement.dataset.guest = ''
  if (!location.pathname.startsWith('/auth/')) keepPlace(location.pathname + location.search + location.hash)
}

function isRemembered(): boolean {
  try {
    return (localStorage.getItem(USER_KEY) ?? 'null') !== 'null'
  } catch {
    return false
  }
}
