import { pictureUrl } from '@mela/contract'
import { type ReactNode, type Ref, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { Picture } from './picture.tsx'

interface PictureBoxProps {
  label: string
  /** The picture in the box, whether or not it was chosen. */
  picture: { url: string } | null
  note: string
  /** A logo is shown whole, on the ground that it is for. */
  logoOn?: 'light' | 'dark' | undefined
  isChosen: boolean
  error?: string | undefined
  buttonRef?: Ref<HTMLButtonElement>
  onRemove: () => void
  /** Renders the dialog that chooses another picture. */
  renderPicker: (onClose: () => void) => ReactNode
}

/** The paper of each scheme, in either one. */
const LOGO_GROUNDS = { light: 'oklch(0.985 0.004 85)', dark: 'oklch(0.175 0.008 60)' }

/** A picture with buttons that choose and remove it. */
export function PictureBox(props: PictureBoxProps) {
  const { label, picture, note, logoOn, isChosen, error, buttonRef, onRemove, renderPicker } = props
  const [isOpen, setIsOpen] = useState(false)
  const choose = isChosen ? 'Change' : 'Choose'

  return (
    <div className="flex items-center gap-4">
      <span className="w-20 shrink-0">
        {logoOn && picture ? (
          <span
            className="grid aspect-square place-items-center rounded-control border border-line p-2"
            style={{ background: LOGO_GROUNDS[logoOn] }}
          >
            <img src={pictureUrl(picture.url, 400)} alt="" className="max-h-full max-w-full" />
          </span>
        ) : (
          <Picture picture={picture} alt="" sizes="80px" className="rounded-control" />
        )}
      </span>
      <div className="grid min-w-0 gap-1.5">
        <span className="type-ui">{label}</span>
        <p className="type-small text-ink-2">{note}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            ref={buttonRef}
            variant="outline"
            size={40}
            aria-label={`${choose} ${label.toLowerCase()}`}
            onClick={() => setIsOpen(true)}
          >
            {choose}
          </Button>
          {isChosen && (
            <Button
              variant="ghost"
              size={40}
              aria-label={`Remove ${label.toLowerCase()}`}
              className="text-ink-2!"
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </div>
        {error && (
          <p role="alert" className="type-small text-danger">
            {error}
          </p>
        )}
      </div>
      {isOpen && outsideForm(renderPicker(() => setIsOpen(false)))}
    </div>
  )
}

/** Renders the picker outside the form in the DOM, because its search box would submit the surrounding form. */
function outsideForm(picker: ReactNode) {
  const page = document.getElementById('content')
  return page && createPortal(picker, page)
}
