import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, type SortingStrategy, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import { SortableItem } from './sortable-item.tsx'

interface Sortable {
  _id: string
  name: string
}

interface SortableListProps<Item extends Sortable> {
  items: Item[]
  onChange: (items: Item[]) => void
  label: string
  /** What an item is, for screen readers: 'picture'. */
  noun: string
  strategy: SortingStrategy
  className: string
  handleClassName: string
  /** The part of an item by which it is moved; `place` starts at one. */
  handle: (item: Item, place: number) => ReactNode
  /** What stands on the handle. */
  actions?: (item: Item) => ReactNode
}

/** A list that is sorted by mouse, touch or arrow keys. */
export function SortableList<Item extends Sortable>(props: SortableListProps<Item>) {
  const { items, onChange, label, noun, strategy, className, handleClassName, handle, actions } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function handleDragEnd({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onChange(arrayMove(items, indexIn(items, active.id), indexIn(items, over.id)))
  }

  const screenReaderInstructions = {
    draggable: `Press space to pick up the ${noun}, the arrow keys to move it, space to drop it, and escape to cancel.`,
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDragEnd}
      accessibility={{ announcements: announcementsFor(items, noun), screenReaderInstructions }}
    >
      <SortableContext items={items.map(({ _id }) => _id)} strategy={strategy}>
        <ol className={className} aria-label={label}>
          {items.map((item, index) => (
            <SortableItem
              key={item._id}
              id={item._id}
              label={`${item.name}, place ${index + 1}`}
              roleDescription={`sortable ${noun}`}
              handle={handle(item, index + 1)}
              handleClassName={handleClassName}
              actions={actions?.(item)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

const indexIn = (items: Sortable[], id: UniqueIdentifier | undefined) => items.findIndex(({ _id }) => _id === id)

function announcementsFor(items: Sortable[], noun: string): Announcements {
  const nameOf = (id: UniqueIdentifier) => items.find(({ _id }) => _id === id)?.name ?? `The ${noun}`
  const placeOf = (id: UniqueIdentifier | undefined) => `${indexIn(items, id) + 1} of ${items.length}`
  return {
    // The event over its own place follows at once and would cut this announcement short.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} is held over place ${placeOf(over?.id)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is dropped at place ${placeOf(over?.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays at place ${placeOf(active.id)}.`,
  }
}
