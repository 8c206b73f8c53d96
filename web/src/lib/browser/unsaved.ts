/** In session storage: it ends with the tab, and a full page load keeps it. */
const KEY = 'mela.unsaved'

/** What was typed into a form when the session ended. */
export interface Unsaved {
  /** Whose it is: nobody else gets it. */
  userId: string
  /** The address of the form. */
  place: string
  content: unknown
}

export function keepUnsaved(unsaved: Unsaved): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(unsaved))
  } catch {
    // Some browsers forbid storage altogether; then it is lost, as it was before.
  }
}

/** What this user left at this address; what another user left anywhere is thrown away. */
export function findUnsaved(userId: string, place: string): unknown {
  const unsaved = read()
  if (unsaved && unsaved.userId !== userId) dropUnsaved()
  return unsaved?.userId === userId && unsaved.place === place ? unsaved.content : undefined
}

export function dropUnsaved(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept there.
  }
}

function read(): Unsaved | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
