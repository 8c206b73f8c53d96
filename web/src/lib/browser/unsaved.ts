/** In session storage: cleared with the tab, kept over a full page load. */
const KEY = 'mela.unsaved'

/** Values of a form when the session ended. */
export interface Unsaved {
  /** The user who typed them; no other user gets them. */
  userId: string
  place: string
  content: unknown
}

export function keepUnsaved(unsaved: Unsaved): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(unsaved))
  } catch {
    // Without storage the values are lost.
  }
}

/** This user's values for this address; values of another user are deleted. */
export function findUnsaved(userId: string, place: string): unknown {
  const unsaved = read()
  if (unsaved && unsaved.userId !== userId) dropUnsaved()
  return unsaved?.userId === userId && unsaved.place === place ? unsaved.content : undefined
}

export function dropUnsaved(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage nothing was kept.
  }
}

function read(): Unsaved | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
