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

export function SortableList<Item extends Sortable>(props: SortableListProps<Item>) {
  const { items, onChange, label, noun, isGrid, className, handleClassName, handle, actions } = props
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const { shown, heldId, said, handleKeyDown, drop } = useKeyboardSorting(items, noun, onChange)

  function handleDragEnd({ active, over }: DragEndEvent) {
    if (!over || over.id === active.id) return
    const to = indexIn(items, over.id)
    onChange(moved(items, active.id, to), indexIn(items, active.id), to)
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
      <SortableContext
        items={shown.map(({ _id }) => _id)}
        strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}
      >
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

interface SortableItemProps {
  id: string
  label: string
  roleDescription: string
  handle: ReactNode
  handleClassName: string
  actions: Elements
  isHeld: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
}

function SortableItem(props: SortableItemProps) {
  const { id, label, roleDescription, handle, handleClassName, actions, isHeld, onKeyDown, onBlur } = props
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription },
  })

  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx('relative', (isDragging || isHeld) && 'z-1 opacity-90 shadow-menu')}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        aria-pressed={isHeld || isDragging}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        aria-label={label}
        className={cx('w-full cursor-grab touch-none active:cursor-grabbing', handleClassName)}
      >
        {handle}
      </button>
      {actions}
    </li>
  )
}

/**
 * Sorts `items` by keyboard: space picks up and drops, arrow keys move, escape cancels. `shown` has the order that a
 * drop would keep; `said` is for screen readers. The drag library's own keys depend on measured places, and a key that
 * came before it had measured was lost.
 */
function useKeyboardSorting<Item extends Sortable>(
  items: Item[],
  noun: string,
  onChange: SortableListProps<Item>['onChange'],
) {
  const [held, setHeld] = useState<{ id: string; index: number }>()
  const [said, setSaid] = useState('')
  const sentences = sentencesOf(items, noun)
  const shown = held ? moved(items, held.id, held.index) : items

  // React keeps the focus on the moved item, but does not scroll to it.
  useEffect(() => {
    if (held) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [held])

  function hold(id: string, index: number) {
    setHeld({ id, index })
    setSaid(sentences.held(id, index))
  }

  function drop() {
    if (!held) return
    setHeld(undefined)
    setSaid(sentences.dropped(held.id, held.index))
    const from = indexIn(items, held.id)
    if (from !== held.index) onChange(shown, from, held.index)
  }

  function handleKeyDown(event: KeyboardEvent, id: string) {
    const step = STEPS[event.key]
    if (event.key === ' ' || event.key === 'Enter') {
      if (!event.repeat) held ? drop() : hold(id, indexIn(items, id))
    } else if (held && step) {
      hold(held.id, Math.min(Math.max(held.index + step, 0), items.length - 1))
    } else if (held && event.key === 'Escape') {
      setHeld(undefined)
      setSaid(sentences.kept(held.id))
    } else return
    event.preventDefault()
  }

  return { shown, heldId: held?.id, said, handleKeyDown, drop }
}

interface Sortable {
  _id: string
  name: string
}

const indexIn = (items: Sortable[], id: UniqueIdentifier | undefined) => items.findIndex(({ _id }) => _id === id)

const moved = <Item extends Sortable>(items: Item[], id: UniqueIdentifier, index: number) =>
  arrayMove(items, indexIn(items, id), index)

/** The sentences for screen readers; positions count in `items`, which must not change while an item is held. */
function sentencesOf(items: Sortable[], noun: string) {
  const nameOf = (id: UniqueIdentifier) => items.find(({ _id }) => _id === id)?.name ?? `The ${noun}`
  const placeOf = (index: number) => `place ${index + 1} of ${items.length}.`
  return {
    held: (id: UniqueIdentifier, index: number) => `${nameOf(id)} is held over ${placeOf(index)}`,
    dropped: (id: UniqueIdentifier, index: number) => `${nameOf(id)} is dropped at ${placeOf(index)}`,
    kept: (id: UniqueIdentifier) => `${nameOf(id)} stays at ${placeOf(indexIn(items, id))}`,
  }
}

function announcementsOf(items: Sortable[], noun: string): Announcements {
  const { held, dropped, kept } = sentencesOf(items, noun)
  return {
    // The event over its own place follows at once and would cut this announcement short.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => held(active.id, indexIn(items, over?.id)),
    onDragEnd: ({ active, over }) => dropped(active.id, indexIn(items, over?.id)),
    onDragCancel: ({ active }) => kept(active.id),
  }
}
