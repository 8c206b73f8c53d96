import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { Media } from '@mela/contract'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import { Picture } from '../../../ui/values/picture.tsx'

interface SortablePictureProps {
  picture: Media
  /** Starts at one. */
  place: number
  onRemove: () => void
}

export function SortablePicture({ picture, place, onRemove }: SortablePictureProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: picture._id,
    attributes: { roleDescription: 'sortable picture' },
  })

  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cx('relative', isDragging && 'z-1 opacity-80 shadow-menu')}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        aria-label={`${picture.name}, place ${place}`}
        className="block w-full cursor-grab touch-none rounded-tile active:cursor-grabbing"
      >
        <Picture picture={picture} alt="" sizes="120px" className="pointer-events-none rounded-tile" />
        <span className="absolute bottom-1.5 left-1.5 grid size-6 place-items-center rounded-full bg-ink text-paper font-semibold text-xs tabular-nums">
          {place}
        </span>
      </button>
      <IconButton
        label={`Remove ${picture.name}`}
        size={32}
        tipEnd
        className="absolute! top-1 right-1 bg-surface hover:bg-line"
        onClick={onRemove}
      >
        <X className="size-4" />
      </IconButton>
    </li>
  )
}
