import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, type SortingStrategy } from '@dnd-kit/sortable'
import type { ReactNode } from 'react'
import type { Elements } from '../layout/elements.ts'
import { SortableItem } from './sortable-item.tsx'
import { announcementsOf, indexIn, moved, type Sortable } from './sorting.ts'
import { useKeyboardSorting } from './use-keyboard-sorting.ts'

interface SortableListProps<Item extends Sortable> {
  items: Item[]
  onChange: (items: Item[]) => void
  label: string
  /** The noun for an item, for screen readers, such as 'picture'. */
  noun: string
  strategy: SortingStrategy
  className: string
  handleClassName: string
  /** The part of an item by which it is moved; `place` starts at one. */
  handle: (item: Item, place: number) => ReactNode
  /** Buttons on the handle. */
  actions?: (item: Item) => Elements
}

/** A list that is sorted by mouse, touch or arrow keys. */
export function SortableList<Item extends Sortable>(props: SortableListProps<Item>) {
  const { items, onChange, label, noun, strategy, className, handleClassName, handle, actions } = props
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const { shown, heldId, said, handleKeyDown, drop } = useKeyboardSorting(items, noun, onChange)

  function handleDragEnd({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onChange(moved(items, active.id, indexIn(items, over.id)))
  }

  const screenReaderInstructions = {
    draggable: `Press space to pick up the ${noun}, the arrow keys to move it, space to drop it, and escape to cancel.`,
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={drop}
      onDragEnd={handleDragEnd}
      accessibility={{ announcements: announcementsOf(items, noun), screenReaderInstructions }}
    >
      <SortableContext items={shown.map(({ _id }) => _id)} strategy={strategy}>
        <ol className={className} aria-label={label}>
          {shown.map((item, index) => (
            <SortableItem
              key={item._id}
              id={item._id}
              label={`${item.name}, place ${index + 1}`}
              roleDescription={`sortable ${noun}`}
              handle={handle(item, index + 1)}
              handleClassName={handleClassName}
              actions={actions?.(item)}
              isHeld={item._id === heldId}
              onKeyDown={event => handleKeyDown(event, item._id)}
              onBlur={drop}
            />
          ))}
        </ol>
      </SortableContext>
      <p role="status" className="sr-only">
        {said}
      </p>
    </DndContext>
  )
}
