import { sql, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { newId } from './ids.ts'
import type { Tables } from './tables.ts'

/**
 * The cache tags: `product:<id>`, `category:<slug>`, or `catalog` for every list. A review invalidates less:
 * `reviews:<id>` on the product's own page, `reviewers:<id>` where only an author's name or picture changed there,
 * `rating:<id>` wherever its stars are shown, and `ratings` for every list ordered, filtered or counted by them.
 */
export type Tag = 'catalog' | 'ratings' | `${'product' | 'category' | 'reviews' | 'reviewers' | 'rating'}:${string}`

export type Invalidate = (...tags: Tag[]) => void

type Listener = (tags: readonly string[]) => void
export const EVERYTHING = '*'
const CHANNEL = 'catalog_changes'
/** This process: it gets its own changes directly, and skips their notifications. */
const INSTANCE = newId()
const listeners = new Set<Listener>()

/** Announcements of this process whose commit was not answered: they may still come. */
const unsure = new Set<string>()

/**
 * Runs `work` in one transaction and invalidates its tags at the commit: here before the promise resolves, so that the
 * next request sees the change, and in other instances by NOTIFY. When the commit fails, its answer may be lost and the change
 * be made, now or later: here, too, the tags are invalidated at once and by NOTIFY.
 */
export async function withInvalidation<Result>(
  db: Database,
  work: (db: Transaction<Tables>, invalidate: Invalidate) => Promise<Result>,
): Promise<Result> {
  const tags = new Set<Tag>()
  let announced: string | undefined
  try {
    return await db.transaction().execute(async db => {
      const result = await work(db, (...invalidated) => invalidated.forEach(tag => void tags.add(tag)))
      if (tags.size === 0) return result
      const text = announcement([...tags])
      await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db)
      announced = text
      return result
    })
  } catch (error) {
    if (announced) unsure.add(announced)
    throw error
  } finally {
    if (announced) announce([...tags])
  }
}

/** Sender and tags. NOTIFY carries 8000 bytes; a change with more tags invalidates everything. */
function announcement(tags: string[]): string {
  const text = tags.join(' ')
  return `${INSTANCE} ${text.length < 7000 ? text : EVERYTHING}`
}

function announce(tags: readonly string[]) {
  for (const listener of listeners) listener(tags)
}

/** Calls back with the tags of each committed change; returns the unsubscribe function. `*` means everything. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Listens for changes of other instances; a gap invalidates everything. */
export const catalogChanges = { [CHANNEL]: listenToOthers }

function listenToOthers(payload = `? ${EVERYTHING}`) {
  const [sender, ...tags] = payload.split(' ')
  if (sender !== INSTANCE || unsure.delete(payload)) announce(tags)
}
