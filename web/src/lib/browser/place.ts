/** Key in session storage, so that every tab has a last place of its own, which a full page load keeps. */
const KEY = 'mela.last-place'

export function keepPlace(place: string): void {
  try {
    sessionStorage.setItem(KEY, place)
  } catch {
    // Without storage the login leads home.
  }
}

export function keptPlace(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
