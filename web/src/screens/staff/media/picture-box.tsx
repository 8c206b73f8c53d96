import { type Media, pictureUrl } from '@mela/contract'
import { type Ref, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { MediaPicker } from './media-picker.tsx'

interface PictureBoxProps {
  label: string
  title?: string
  /** Whether the buttons show the label, which screen readers hear in any case. */
  isNamed?: boolean
  chosen: Media | null
  /** Whether one is chosen, which may not be loaded yet. */
  isChosen?: boolean
  fallback?: Media | null
  note?: string
  /** A logo is shown whole, on the ground that it is for. */
  logoOn?: 'light' | 'dark' | undefined
  error?: string | undefined
  buttonRef: Ref<HTMLButtonElement>
  onChoose: (picture: Media | null) => void
}

/** The paper of each scheme, in either one. */
const LOGO_GROUNDS = { light: 'oklch(0.985 0.004 85)', dark: 'oklch(0.175 0.008 60)' }

export function PictureBox(props: PictureBoxProps) {
  const { label, title = 'Choose a picture', chosen, isChosen = chosen !== null, fallback = null, logoOn } = props
  const { isNamed, note, error, buttonRef, onChoose } = props
  const errorId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const choose = isChosen ? 'Change' : 'Choose'

  return (
    <div className="flex items-center gap-4">
      <span className="w-20 shrink-0">
        {logoOn && chosen ? (
          <span
            className="grid aspect-square place-items-center rounded-control border border-line p-2"
            style={{ background: LOGO_GROUNDS[logoOn] }}
          >
            <img src={pictureUrl(chosen.url, 400)} alt="" className="max-h-full max-w-full" />
          </span>
        ) : (
          <Picture picture={chosen ?? fallback} alt="" sizes="80px" className="rounded-control" />
        )}
      </span>
      <div className="grid min-w-0 gap-1.5">
        <span className="type-ui">{label}</span>
        {note && <p className="type-small text-ink-2">{note}</p>}
        <div className="flex flex-wrap gap-2">
          <Button
            ref={buttonRef}
            variant="outline"
            size={40}
            aria-label={`${choose} ${label.toLowerCase()}`}
            aria-describedby={errorId}
            onClick={() => setIsOpen(true)}
          >
            {isNamed ? `${choose} ${label.toLowerCase()}` : choose}
          </Button>
          {isChosen && (
            <Button
              variant="ghost"
              size={40}
              aria-label={`Remove ${label.toLowerCase()}`}
              className="text-ink-2!"
              onClick={() => onChoose(null)}
            >
              {isNamed ? `Remove ${label.toLowerCase()}` : 'Remove'}
            </Button>
          )}
        </div>
        <div id={errorId}>
          <ErrorText>{error}</ErrorText>
        </div>
      </div>
      {isOpen && (
        <MediaPicker
          title={title}
          limit={1}
          isLogo={logoOn !== undefined}
          chosen={chosen ? [chosen] : []}
          onChoose={([picture]) => onChoose(picture ?? null)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
