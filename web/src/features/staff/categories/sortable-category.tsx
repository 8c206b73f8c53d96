import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { StaffCategory } from '@mela/contract'
import { GripVertical } from 'lucide-react'
import { cx } from '../../../ui/layout/cx.ts'
import { Picture } from '../../../ui/values/picture.tsx'

/** `place` starts at one. */
export function SortableCategory({
  category: { _id, name, picture },
  place,
}: {
  category: StaffCategory
  place: number
}) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: _id,
    attributes: { roleDescription: 'sortable category' },
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
        aria-label={`${name}, place ${place}`}
        className="flex w-full cursor-grab touch-none items-center gap-3 rounded-control border border-line bg-surface p-2 text-left active:cursor-grabbing"
      >
        <GripVertical className="size-4.5 shrink-0 text-ink-3" />
        <Picture picture={picture} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
        <span className="wrap-anywhere grow font-semibold">{name}</span>
        <span className="pr-2 text-ink-3 tabular-nums">{place}</span>
      </button>
    </li>
  )
}
