import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../layout/cx.ts'
import type { Elements } from '../layout/elements.ts'

interface SortableItemProps {
  id: string
  label: string
  roleDescription: string
  handle: ReactNode
  handleClassName: string
  actions: Elements
  /** Whether the item is held by keyboard. */
  isHeld: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: () => void
}

export function SortableItem(props: SortableItemProps) {
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
