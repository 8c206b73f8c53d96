import { type Media, pictureUrl } from '@mela/contract'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useModal } from '../../ui/use-modal.ts'

interface ZoomDialogProps {
  pictures: readonly Media[]
  name: string
  start: number
  /** Gets the picture that was shown last. */
  onClose: (index: number) => void
}

/** The pictures as large as the screen; a press enlarges, arrow keys turn over. */
export function ZoomDialog({ pictures, name, start, onClose }: ZoomDialogProps) {
  const ref = useModal()
  const [index, setIndex] = useState(start)
  const [isLarge, setIsLarge] = useState(false)
  const picture = pictures[index]

  function turn(by: number) {
    setIsLarge(false)
    setIndex((index + by + pictures.length) % pictures.length)
  }

  function handleKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }

  function handleCancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose(index)
  }

  return (
    <dialog
      ref={ref}
      aria-label={`Pictures of ${name}`}
      className="on-tile m-0 h-dvh max-h-none w-full max-w-none bg-tile"
      onCancel={handleCancel}
      onKeyDown={handleKeyDown}
    >
      <div className={cx('grid size-full', isLarge ? 'overflow-auto' : 'overflow-hidden')}>
        <button
          type="button"
          aria-pressed={isLarge}
          aria-label={`${picture?.alt || name}: enlarge`}
          className={cx(
            'm-auto block -outline-offset-4',
            isLarge ? 'w-[max(200vmin,100%)] cursor-zoom-out!' : 'w-[min(100%,100dvh)] cursor-zoom-in!',
          )}
          onClick={() => setIsLarge(!isLarge)}
        >
          {picture && (
            <img
              src={pictureUrl(picture.url, 1200)}
              alt={picture.alt || name}
              width={1200}
              height={1200}
              className="aspect-square w-full"
            />
          )}
        </button>
      </div>
      <IconButton
        label="Close"
        tipEnd
        className="fixed! top-4 right-4 rounded-full! bg-[oklch(1_0_0/85%)]"
        onClick={() => onClose(index)}
      >
        <X />
      </IconButton>
      {pictures.length > 1 && (
        <div className="type-ui fixed bottom-5 left-1/2 flex -translate-x-1/2 items-center rounded-full bg-[oklch(1_0_0/85%)] tabular-nums">
          <IconButton label="Previous picture" className="rounded-full! [&::after]:hidden" onClick={() => turn(-1)}>
            <ChevronLeft />
          </IconButton>
          <span aria-live="polite" className="min-w-12 text-center">
            {index + 1} / {pictures.length}
          </span>
          <IconButton label="Next picture" className="rounded-full! [&::after]:hidden" onClick={() => turn(1)}>
            <ChevronRight />
          </IconButton>
        </div>
      )}
    </dialog>
  )
}
