import { type Media, pictureUrl } from '@mela/contract'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useModal } from '../../../ui/dialog.tsx'

interface ZoomDialogProps {
  pictures: readonly Media[]
  name: string
  start: number
  onClose: (index: number) => void
}

/** Length of a swipe to the next picture, in pixels. */
const SWIPE = 48

const isPagePinched = () => (window.visualViewport?.scale ?? 1) > 1

function listenToPinches(onPinch: () => void) {
  window.visualViewport?.addEventListener('resize', onPinch)
  return () => window.visualViewport?.removeEventListener('resize', onPinch)
}

/**
 * The pictures in full screen; a press enlarges at its point, arrow keys and swipes go to the next one. Where two fingers
 * have enlarged the page, a drag moves it.
 */
export function ZoomDialog({ pictures, name, start, onClose }: ZoomDialogProps) {
  const ref = useModal()
  const [index, setIndex] = useState(start)
  const [isLarge, setIsLarge] = useState(false)
  const isPinched = useSyncExternalStore(listenToPinches, isPagePinched, () => false)
  const area = useRef<HTMLDivElement>(null)
  /** The pressed place goes from 0 to 1 on each axis. */
  const pressed = useRef({ x: 0.5, y: 0.5 })
  const touchedAt = useRef<number>(undefined)
  const picture = pictures[index]

  useLayoutEffect(() => {
    const { current: box } = area
    if (!box || !isLarge) return
    const { x, y } = pressed.current
    box.scrollTo(x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2)
  }, [isLarge])

  function turn(by: number) {
    setIsLarge(false)
    setIndex((index + by + pictures.length) % pictures.length)
  }

  function handleKeyDown({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }

  function handlePress({ currentTarget, clientX, clientY, detail }: MouseEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const isByKey = detail === 0
    pressed.current = isByKey ? { x: 0.5, y: 0.5 } : { x: (clientX - left) / width, y: (clientY - top) / height }
    setIsLarge(!isLarge)
  }

  function handlePointerDown({ pointerType, isPrimary, clientX }: PointerEvent) {
    touchedAt.current = pointerType === 'touch' && isPrimary && !isLarge && !isPinched ? clientX : undefined
  }

  function handlePointerUp({ clientX }: PointerEvent) {
    const travelled = clientX - (touchedAt.current ?? clientX)
    touchedAt.current = undefined
    if (Math.abs(travelled) > SWIPE) turn(travelled < 0 ? 1 : -1)
  }

  function handleCancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose(index)
  }

  return (
    <dialog
      ref={ref}
      aria-label={`Pictures of ${name}`}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-paper"
      onCancel={handleCancel}
      onKeyDown={handleKeyDown}
    >
      <div
        ref={area}
        className={cx(
          'grid size-full',
          isLarge ? 'overflow-auto' : 'overflow-hidden',
          !isLarge && !isPinched && 'touch-pinch-zoom',
        )}
        onPointerDown={handlePointerDown}
        onPointerUp={handlePointerUp}
      >
        <button
          type="button"
          aria-pressed={isLarge}
          aria-label={`${picture?.alt || name}: enlarge`}
          className={cx(
            'm-auto block -outline-offset-4',
            isLarge ? 'w-[max(200vmin,100%)] cursor-zoom-out!' : 'w-[min(100%,100dvh-3rem)] cursor-zoom-in!',
          )}
          onClick={handlePress}
        >
          {picture && (
            <img
              src={pictureUrl(picture.url, 1200)}
              alt={picture.alt || name}
              width={1200}
              height={1200}
              className={cx('aspect-square w-full', !isLarge && 'sm:rounded-hero')}
            />
          )}
        </button>
      </div>
      <IconButton
        label="Close"
        tipEnd
        className="on-tile fixed! top-4 right-4 rounded-full! bg-[oklch(1_0_0/85%)]"
        onClick={() => onClose(index)}
      >
        <X />
      </IconButton>
      {pictures.length > 1 && (
        <div className="on-tile type-ui fixed bottom-5 left-1/2 flex -translate-x-1/2 items-center rounded-full bg-[oklch(1_0_0/85%)] tabular-nums">
          <IconButton label="Previous picture" noTip className="rounded-full!" onClick={() => turn(-1)}>
            <ChevronLeft />
          </IconButton>
          <span aria-live="polite" className="min-w-12 text-center">
            {`${index + 1} / ${pictures.length}`}
          </span>
          <IconButton label="Next picture" noTip className="rounded-full!" onClick={() => turn(1)}>
            <ChevronRight />
          </IconButton>
        </div>
      )}
    </dialog>
  )
}
