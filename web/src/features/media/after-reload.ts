const KEY = 'mela.said'

/** Loads the page anew (SPEC §2), at another address, and says something once it is there. */
export function reloadSaying(path: string, message: string): void {
  try {
    sessionStorage.setItem(KEY, message)
  } catch {
    // Who forbids storage is told nothing; the picture is there to be seen.
  }
  location.assign(path)
}

/** What was to be said; once. */
export function takeMessage(): string | undefined {
  try {
    const message = sessionStorage.getItem(KEY) ?? undefined
    sessionStorage.removeItem(KEY)
    return message
  } catch {
    return undefined
  }
}
