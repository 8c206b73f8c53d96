import type { ChangeEvent } from 'react'
import { cx, type Elements } from '../../../ui/cx.ts'

interface PictureInputProps {
  onFiles: (files: File[]) => void
  /** Whether a file is dragged over the button. */
  isOver: boolean
  'aria-describedby'?: string
  className?: string
  children: Elements
}

/** A button that chooses any number of pictures from the disk. */
export function PictureInput({ onFiles, isOver, className, children, ...props }: PictureInputProps) {
  function handleChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(input.files ?? [])])
    // Otherwise choosing the same file again would fire no event.
    input.value = ''
  }

  return (
    <label
      className={cx(
        'grid place-content-center place-items-center gap-2 rounded-control border border-edge border-dashed p-4 text-center text-ink-2 outline-offset-2 transition-colors hover:bg-ink/4 has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isOver && 'bg-info-soft text-info',
        className,
      )}
    >
      {children}
      <input
        {...props}
        type="file"
        multiple
        accept="image/*"
        aria-label="Choose pictures"
        className="sr-only"
        onChange={handleChange}
      />
    </label>
  )
}
