const KEY = 'mela.said'

/** Stores a message for the page that a full load opens next. */
export function sayAfterLoad(message: string): void {
  try {
    sessionStorage.setItem(KEY, message)
  } catch {
    // The message is lost when there is no storage; the result is visible on the page.
  }
}

/** Answers the stored message and deletes it. */
export function takeMessage(): string | undefined {
  try {
    const message = sessionStorage.getItem(KEY) ?? undefined
    sessionStorage.removeItem(KEY)
    return message
  } catch {
    return undefined
  }
}
