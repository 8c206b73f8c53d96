/** Number of forms; the oldest is dropped. */
const MAX_FORMS = 5

/** Typed values of a form that was left without saving, such as at the end of the session. */
export interface Unsaved {
  /** The user who typed them; no other user gets them. */
  userId: string
  place: string
  content: unknown
  /** Whether the session ended: only then does a form of a closed dialog open by itself. */
  isCutOff?: boolean
}

/** What the browser refused to store. */
let unstored: Unsaved[] | undefined

export function keepUnsaved(unsaved: Unsaved): void {
  write([...others(unsaved.userId, unsaved.place), unsaved].slice(-MAX_FORMS))
}

/** The values that a user has typed at an address; undefined without any. */
export const findUnsaved = (userId: string, place: string): unknown => findKept(userId, place)?.content

export const findKept = (userId: string, place: string): Unsaved | undefined =>
  read().find(kept => kept.userId === userId && kept.place === place)

export function dropUnsaved(userId: string, place: string): void {
  write(others(userId, place))
}

const others = (userId: string, place: string) => read().filter(kept => kept.userId !== userId || kept.place !== place)

function read(): Unsaved[] {
  if (unstored) return unstored
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function write(unsaved: Unsaved[]): void {
  try {
    if (unsaved.length > 0) sessionStorage.setItem(KEY, JSON.stringify(unsaved))
    else forgetUnsaved()
    unstored = undefined
  } catch {
    unstored = unsaved
  }
}

/** Key in session storage, which ends with the tab and stays over a full page load. */
const KEY = 'mela.unsaved'

/** Deletes typed values of this tab's forms. Not in unsaved.ts, which pages without such forms do not load. */
export function forgetUnsaved(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is nothing to delete when there is no storage.
  }
}
