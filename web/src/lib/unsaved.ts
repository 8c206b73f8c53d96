import { createTabText } from './storage.ts'

const MAX_FORMS = 5

/** Typed values of a form that was left without saving, such as at the end of the session. */
interface Unsaved {
  /** The user who typed them; no other user gets them. */
  userId: string
  place: string
  content: unknown
  /** Whether the session ended: only then does a form of a closed dialog open by itself. */
  isCutOff?: boolean
}

const forms = createTabText('mela.unsaved')

export function keepUnsaved(unsaved: Unsaved): void {
  write([...others(unsaved.userId, unsaved.place), unsaved].slice(-MAX_FORMS))
}

export const findUnsaved = (userId: string, place: string): Unsaved | undefined =>
  read().find(kept => kept.userId === userId && kept.place === place)

export function dropUnsaved(userId: string, place: string): void {
  write(others(userId, place))
}

const others = (userId: string, place: string) => read().filter(kept => kept.userId !== userId || kept.place !== place)

function read(): Unsaved[] {
  try {
    const stored: unknown = JSON.parse(forms.get() ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function write(unsaved: Unsaved[]): void {
  if (unsaved.length > 0) forms.set(JSON.stringify(unsaved))
  else forgetUnsaved()
}

export const forgetUnsaved = () => void forms.take()
