const KEY = 'mela.said'

/** Leaves a message for the page that a full load is about to show. */
export function sayAfterLoad(message: string): void {
  try {
    sessionStorage.setItem(KEY, message)
  } catch {
    // A browser that forbids storage shows no message; what was done is there to be seen.
  }
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
