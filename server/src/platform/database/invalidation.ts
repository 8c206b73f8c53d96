import { newId } from './ids.ts'
import type { Notice } from './notices.ts'

/**
 * The cache tags: `product:<id>`, `category:<slug>`, `catalog` for every list, `day` for what another day of the shop's calendar changes, or
 * `shop` for the settings, on every page. A review
 * invalidates less: `reviews:<id>` on the product's own page, `reviewers:<id>` where only an author's name or picture changed there,
 * `rating:<id>` wherever its stars are shown, and `ratings` for every list ordered, filtered or counted by them.
 */
export type Tag =
  | 'shop'
  | 'catalog'
  | 'day'
  | 'ratings'
  | `${'product' | 'category' | 'reviews' | 'reviewers' | 'rating'}:${string}`

export type Invalidate = (...tags: Tag[]) => void

type Listener = (tags: readonly string[]) => void
export const EVERYTHING = '*'
const CHANNEL = 'catalog_changes'
/** This process: it gets its own changes directly, and skips their notifications. */
const INSTANCE = newId()
const listeners = new Set<Listener>()

/** Tells other instances which tags have changed. NOTIFY carries 8000 bytes; a change with more tags invalidates everything. */
export function changeNotice(tags: string[]): Notice {
  const text = tags.join(' ')
  return { channel: CHANNEL, payload: `${INSTANCE} ${Buffer.byteLength(text) < 7000 ? text : EVERYTHING}` }
}

export function announce(tags: Iterable<string>) {
  const all = [...tags]
  if (all.length > 0) for (const listener of listeners) listener(all)
}

/** Invalidates tags that change with time alone, in this process only: other instances run the same timer. */
export const invalidateHere = (...tags: Tag[]) => announce(tags)

/** Calls back with the tags of each committed change; returns the unsubscribe function. `*` means everything. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Listens for changes of other instances; a gap invalidates everything. */
export const catalogChanges = { [CHANNEL]: listenToOthers }

function listenToOthers(payload = `? ${EVERYTHING}`) {
  const [sender, ...tags] = payload.split(' ')
  if (sender !== INSTANCE) announce(tags)
}
