import { newId } from './ids.ts'
import type { Notice } from './notices.ts'

/**
 * `catalog` is every list, `day` what another day changes, `shop` every page. `reviews:` is a product's own page,
 * `reviewers:` names there, `rating:` its stars anywhere, `ratings` what is ordered by them.
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
/** This process gets its own changes directly, and skips their notifications. */
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

/** Other instances run the same timer, so only this process is told. */
export const invalidateHere = (...tags: Tag[]) => announce(tags)

/** `*` means everything. Returns the unsubscribe function. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A gap in listening invalidates everything. */
export const catalogChanges = { [CHANNEL]: listenToOthers }

function listenToOthers(payload = `? ${EVERYTHING}`) {
  const [sender, ...tags] = payload.split(' ')
  if (sender !== INSTANCE) announce(tags)
}
