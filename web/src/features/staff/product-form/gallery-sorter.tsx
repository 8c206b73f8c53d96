import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import type { Media } from '@mela/contract'
import { SortablePicture } from './sortable-picture.tsx'

interface GallerySorterProps {
  pictures: Media[]
  onChange: (ids: string[]) => void
}

/** The pictures of a gallery, sorted by mouse, touch or arrow keys. */
export function GallerySorter({ pictures, onChange }: GallerySorterProps) {
  const ids = pictures.map(({ _id }) => _id)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function handleDragEnd({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id)
      onChange(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
  }

  if (pictures.length === 0) return <p className="type-small text-ink-2">No pictures yet.</p>
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDragEnd}
      accessibility={{ announcements: announcementsFor(pictures), screenReaderInstructions: INSTRUCTIONS }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-3" aria-label="Gallery, in its order">
          {pictures.map((picture, index) => (
            <SortablePicture
              key={picture._id}
              picture={picture}
              place={index + 1}
              onRemove={() => onChange(ids.filter(id => id !== picture._id))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

const INSTRUCTIONS = {
  draggable: 'Press space to pick up the picture, the arrow keys to move it, space to drop it, and escape to cancel.',
}

function announcementsFor(pictures: Media[]): Announcements {
  const nameOf = (id: string | number) => pictures.find(({ _id }) => _id === id)?.name ?? 'The picture'
  const placeOf = (id: string | number | undefined) =>
    `${pictures.findIndex(({ _id }) => _id === id) + 1} of ${pictures.length}`
  return {
    // The event over its own place follows at once and would cut this announcement short.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} is held over place ${placeOf(over?.id)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is dropped at place ${placeOf(over?.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays at place ${placeOf(active.id)}.`,
  }
}
