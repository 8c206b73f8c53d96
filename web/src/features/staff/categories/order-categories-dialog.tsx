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
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { StaffCategory } from '@mela/contract'
import { useState } from 'react'
import { toRefusal } from '../../../lib/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { toastWithUndo } from '../../../ui/toasts/undo-toast.tsx'
import { useCategoryCalls } from './categories.api.ts'
import { SortableCategory } from './sortable-category.tsx'

const idsOf = (categories: readonly StaffCategory[]) => categories.map(({ _id }) => _id)

/** The order of menus and home, changed by mouse, touch or arrow keys. */
export function OrderCategoriesDialog({ categories, onClose }: { categories: StaffCategory[]; onClose: () => void }) {
  const { order } = useCategoryCalls()
  const [seen] = useState(categories)
  const [placed, setPlaced] = useState(categories)
  const [isSaving, setIsSaving] = useState(false)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function handleDragEnd({ active, over }: DragEndEvent) {
    if (!over || over.id === active.id) return
    const placeOf = (id: unknown) => placed.findIndex(({ _id }) => _id === id)
    setPlaced(arrayMove(placed, placeOf(active.id), placeOf(over.id)))
  }

  async function handleSave() {
    const [ids, before] = [idsOf(placed), idsOf(seen)]
    setIsSaving(true)
    try {
      const { message } = await order(ids, before)
      toastWithUndo(message, () => order(before, ids))
    } catch (error) {
      toastError(toRefusal(error).message ?? 'An error occurred while ordering the categories.')
    }
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Order of the categories"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isSaving} onClick={() => void handleSave()}>
            Save order
          </Button>
        </>
      }
    >
      <p className="text-ink-2">Menus and the home page show them in this order.</p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={handleDragEnd}
        accessibility={{ announcements: announcementsFor(placed), screenReaderInstructions: INSTRUCTIONS }}
      >
        <SortableContext items={idsOf(placed)} strategy={verticalListSortingStrategy}>
          <ol className="grid gap-2" aria-label="Categories, in their order">
            {placed.map((category, index) => (
              <SortableCategory key={category._id} category={category} place={index + 1} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </Dialog>
  )
}

const INSTRUCTIONS = {
  draggable: 'Press space to pick up the category, the arrow keys to move it, space to drop it, and escape to cancel.',
}

function announcementsFor(categories: StaffCategory[]): Announcements {
  const nameOf = (id: string | number) => categories.find(({ _id }) => _id === id)?.name ?? 'The category'
  const placeOf = (id: string | number | undefined) =>
    `${categories.findIndex(({ _id }) => _id === id) + 1} of ${categories.length}`
  return {
    // The event over its own place follows at once and would cut this announcement short.
    onDragStart: () => undefined,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} is held over place ${placeOf(over?.id)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is dropped at place ${placeOf(over?.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays at place ${placeOf(active.id)}.`,
  }
}
