import { type Media, pictureUrl } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { dataQuery } from '../../../lib/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { MediaPicker } from './media-picker.tsx'

interface PictureFieldProps {
  name: string
  label: string
  help?: string
  title?: string
  /** Pictures that need not be loaded. */
  known?: readonly Media[]
  fallback?: Media | null
  /** The value without a picture. */
  none?: '' | null
  /** A logo is shown whole, on the ground that it is for. */
  logoOn?: 'light' | 'dark' | undefined
  /** In the place of the form's own message. */
  refusal?: string
  onChoose?: (picture: Media) => void
}

/** A picture of the media library by its id. */
export const pictureQuery = (id: string) => ({ ...dataQuery('GET /media/:id', { params: { id } }), enabled: id !== '' })

/** The paper of each scheme, in either one. */
const LOGO_GROUNDS = { light: 'oklch(0.985 0.004 85)', dark: 'oklch(0.175 0.008 60)' }

/** A picture of the media library, by its id. Must be inside a `Form`. */
export function PictureField(props: PictureFieldProps) {
  const { name, label, help, title = 'Choose a picture', known = [], fallback = null, none = '', logoOn } = props
  const { field, fieldState } = useController<Record<string, string | null>>({ name })
  const errorId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const id = field.value ?? ''
  const present = known.find(({ _id }) => _id === id)
  const { data } = useQuery(pictureQuery(present ? '' : id))
  const chosen = present ?? data ?? null

  function handleChoose(picture: Media | undefined) {
    if (picture) props.onChoose?.(picture)
    field.onChange(picture?._id ?? none)
  }

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
        {chosen && (
          <p dir="auto" className="type-small wrap-anywhere text-ink-2">
            {chosen.name}
          </p>
        )}
        {help && <p className="type-small text-ink-2">{help}</p>}
        <div className="flex flex-wrap gap-2">
          <Button
            ref={field.ref}
            variant="outline"
            size={40}
            aria-describedby={errorId}
            onClick={() => setIsOpen(true)}
          >
            {`${id ? 'Change' : 'Choose'} ${label.toLowerCase()}`}
          </Button>
          {id && (
            <Button variant="ghost" size={40} className="text-ink-2!" onClick={() => handleChoose(undefined)}>
              {`Remove ${label.toLowerCase()}`}
            </Button>
          )}
        </div>
        <div id={errorId}>
          <ErrorText>{fieldState.error && (props.refusal ?? fieldState.error.message)}</ErrorText>
        </div>
      </div>
      {isOpen && (
        <MediaPicker
          title={title}
          limit={1}
          isLogo={logoOn !== undefined}
          chosen={chosen ? [chosen] : []}
          onChoose={([picture]) => handleChoose(picture)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
