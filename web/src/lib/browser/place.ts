/** In session storage, so that every tab has its own and a full page load keeps it. */
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
