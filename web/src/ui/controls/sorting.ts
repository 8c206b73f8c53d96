import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import { arrayMove } from '@dnd-kit/sortable'

export interface Sortable {
  _id: string
  name: string
}

export const indexIn = (items: Sortable[], id: UniqueIdentifier | undefined) => items.findIndex(({ _id }) => _id === id)

/** The items with the item of this id moved to `index`. */
export const moved = <Item extends Sortable>(items: Item[], id: UniqueIdentifier, index: number) =>
  arrayMove(items, indexIn(items, id), index)

/** The sentences for screen readers; positions count in `items`, which must not change while an item is held. */
export function sentencesOf(items: Sortable[], noun: string) {
  const nameOf = (id: UniqueIdentifier) => items.find(({ _id }) => _id === id)?.name ?? `The ${noun}`
  const placeOf = (index: number) => `place ${index + 1} of ${items.length}.`
  return {
    held: (id: UniqueIdentifier, index: number) => `${nameOf(id)} is held over ${placeOf(index)}`,
    dropped: (id: UniqueIdentifier, index: number) => `${nameOf(id)} is dropped at ${placeOf(index)}`,
    kept: (id: UniqueIdentifier) => `${nameOf(id)} stays at ${placeOf(indexIn(items, id))}`,
  }
}

export function announcementsOf(items: Sortable[], noun: string): Announcements {
  const { held, dropped, kept } = sentencesOf(items, noun)
  return {
    // The event over its own place follows at once and would cut this announcement short.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => held(active.id, indexIn(items, over?.id)),
    onDragEnd: ({ active, over }) => dropped(active.id, indexIn(items, over?.id)),
    onDragCancel: ({ active }) => kept(active.id),
  }
}
