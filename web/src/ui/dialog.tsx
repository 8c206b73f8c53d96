import { X } from 'lucide-react'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { holdBack } from '../lib/back.ts'
import { IconButton } from './button.tsx'
import { cx, type Elements } from './cx.ts'
import { placeToasts } from './toast-host.ts'

const sheet = 'dialog-in mt-auto mb-0 w-full max-w-none rounded-t-dialog sm:my-auto sm:rounded-dialog'
const kinds = {
  default: cx(sheet, 'max-h-[90dvh] sm:max-w-130'),
  wide: cx(sheet, 'max-h-[90dvh] sm:max-w-240'),
  drawer: 'drawer-in my-0 mr-auto ml-0 h-dvh max-h-none w-80 max-w-[85vw]',
}

interface DialogProps {
  /** Called on Escape, the close button or a press beside a drawer; the owner unmounts it. */
  onClose: () => void
  title: string
  /** Buttons; inside a form use `DialogActions` instead. */
  footer?: ReactNode
  /** 'default' is 520 px wide, 'wide' 960; both are sheets from the bottom under 640. 'drawer' comes from the left. */
  kind?: keyof typeof kinds
  children: Elements
}

/** Open while it is mounted, so that forms start empty. A navigation closes it. */
export function Dialog({ onClose, title, footer, kind = 'default', children }: DialogProps) {
  const ref = useModal()
  const titleId = useId()
  const { pathname, search } = useLocation()
  const [openedAt] = useState(pathname + search)

  // After a navigation the subject of the dialog may not be on screen any more, and Save would act on another one.
  const hasMoved = pathname + search !== openedAt
  const handleMove = useEffectEvent(onClose)
  useEffect(() => {
    if (hasMoved) handleMove()
  }, [hasMoved])

  // File inputs bubble a `cancel` event of their own.
  function handleCancel(event: SyntheticEvent) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  function handleClose(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
  }

  function handleMouseDown(event: MouseEvent) {
    if (kind === 'drawer' && event.target === event.currentTarget) onClose()
  }

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={cx('mx-auto overflow-y-auto bg-surface text-left text-ink shadow-dialog dark:border', kinds[kind])}
      onCancel={handleCancel}
      onClose={handleClose}
      onMouseDown={handleMouseDown}
    >
      <div className="grid gap-5 p-5 sm:p-6">
        <h2 id={titleId} className="type-h3 pr-10">
          {title}
        </h2>
        {children}
        {footer && <DialogActions>{footer}</DialogActions>}
      </div>
      <IconButton label="Close" tipEnd className="absolute! top-3 right-3 text-ink-2" onClick={onClose}>
        <X />
      </IconButton>
    </dialog>
  )
}

/** The buttons at the end of a dialog or its form: right, and stacked on small screens. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-3 pt-2 sm:flex-row sm:justify-end sm:[--control-height:40px]">
      {children}
    </div>
  )
}

/**
 * Opens a modal dialog while its component is mounted. Back cancels it; toasts move into it, because the rest is inert. The element with
 * `data-first` gets the focus, otherwise the first control.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)

  // Closing before React removes the element returns the focus to the opener.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    placeToasts()
    if (dialog) holdBack(dialog)
    return () => {
      placeToasts(dialog)
      dialog?.close()
    }
  }, [])

  return ref
}
