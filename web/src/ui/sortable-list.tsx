import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { cx, type Elements } from './cx.ts'

const STEPS: Record<string, number | undefined> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

interface Sortable {
  _id: string
  name: string
}

interface SortableListProps<Item extends Sortable> {
  items: Item[]
  /** The items in their new order, and which of them was moved. */
  onChange: (items: Item[], from: number, to: number) => void
  label: string
  /** The noun for an item, for screen readers, such as 'picture'. */
  noun: string
  isGrid?: boolean
  className: string
  handleClassName: string
  /** The part of an item by which it is moved; `place` starts at one. */
  handle: (item: Item, place: number) => ReactNode
  actions?: (item: Item) => Elements
}

/** Sorts by dragging, and by the arrow keys on an item's handle. */
export function SortableList<Item extends Sortable>(props: SortableListProps<Item>) {
  const { items, onChange, label, noun, isGrid, className, handleClassName, handle, actions } = props
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const [said, setSaid] = useState('')
  const indexOf = (id: UniqueIdentifier | undefined) => items.findIndex(({ _id }) => _id === id)
  const placeText = (from: number, to: number) => `${items[from]?.name} is at place ${to + 1} of ${items.length}.`

  // React keeps the focus on the moved item, but does not scroll to it.
  useEffect(() => {
    if (said) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [said])

  function handleDragEnd({ active, over }: DragEndEvent) {
    const from = indexOf(active.id)
    const to = indexOf(over?.id)
    if (to >= 0 && to !== from) onChange(arrayMove(items, from, to), from, to)
  }

  // The drag library's own keys depend on measured places, and lose a key that comes before it has measured.
  function handleKeyDown(event: KeyboardEvent, from: number) {
    const to = from + (STEPS[event.key] ?? 0)
    if (to === from) return
    event.preventDefault()
    if (!items[to]) return
    onChange(arrayMove(items, from, to), from, to)
    setSaid(placeText(from, to))
  }

  const announcePlace = ({ active, over }: Pick<DragEndEvent, 'active' | 'over'>) =>
    over ? placeText(indexOf(active.id), indexOf(over.id)) : undefined
  const announcements: Announcements = {
    onDragStart: () => undefined,
    onDragOver: announcePlace,
    onDragEnd: announcePlace,
    onDragCancel: () => undefined,
  }
  const screenReaderInstructions = { draggable: `Press the arrow keys to move the ${noun}.` }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDragEnd}
      accessibility={{ announcements, screenReaderInstructions }}
    >
      <SortableContext
        items={items.map(({ _id }) => _id)}
        strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}
      >
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
              onKeyDown={event => handleKeyDown(event, index)}
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

interface SortableItemProps {
  id: string
  label: string
  roleDescription: string
  handle: ReactNode
  handleClassName: string
  actions: Elements
  onKeyDown: (event: KeyboardEvent) => void
}

function SortableItem(props: SortableItemProps) {
  const { id, label, roleDescription, handle, handleClassName, actions, onKeyDown } = props
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription },
  })

  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx('relative', isDragging && 'z-1 opacity-90 shadow-menu')}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        onKeyDown={onKeyDown}
        aria-label={label}
        className={cx('w-full cursor-grab touch-none active:cursor-grabbing', handleClassName)}
      >
        {handle}
      </button>
      {actions}
    </li>
  )
}
