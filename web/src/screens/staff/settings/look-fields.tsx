import { accentContrast, type Media, nearestAccent, withHash } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import { useController } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { PictureBox } from '../../../ui/picture-box.tsx'
import { Field, type FieldText } from '../../../ui/text-field.tsx'

const LEAST = 4.5

/** A typed colour with its '#'; undefined while it is none. */
export function colourOf(typed = ''): string | undefined {
  const colour = withHash(typed)
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : undefined
}

/** The colour, or a darker one of the same hue where text on it could not be read. */
export function readableColour(colour: string): string {
  return accentContrast(colour) < LEAST ? nearestAccent(colour, LEAST) : colour
}

/** A colour with its contrast. Must be inside a `Form`. */
export function ColourField({ name, ...text }: FieldText & { name: string }) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const colour = colourOf(field.value)
  const contrast = colour ? accentContrast(colour) : undefined
  const readable = colour && readableColour(colour)

  return (
    <div className="grid gap-4">
      <Field {...text} error={fieldState.error?.message}>
        {props => (
          <div className="flex gap-3">
            <input
              type="color"
              aria-label={`${text.label}, chosen by eye`}
              value={colour ?? '#000000'}
              onChange={field.onChange}
              className="control cursor-pointer"
              style={{ maxWidth: '4.5rem', padding: 4 }}
            />
            <input
              {...field}
              {...props}
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              required
              className="control"
            />
          </div>
        )}
      </Field>
      <div className="flex min-h-10 flex-wrap items-center gap-3">
        <p role="status" className="type-small text-ink-2">
          {contrast !== undefined && `Its text has a contrast of ${contrast.toFixed(1)} : 1 and needs ${LEAST}.`}
        </p>
        {readable && readable !== colour && (
          <Button variant="outline" size={40} onClick={() => field.onChange(readable)}>
            <span className="size-4 rounded-full" style={{ background: readable }} /> <span>{`Use ${readable}`}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

interface PickerProps {
  title: string
  limit: number
  use: 'logo' | undefined
  chosen: Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

/** The picker of the media library, provided by the page: a feature cannot import another one. */
export const SettingPicker = createContext<(props: PickerProps) => ReactNode>(() => null)

/** A picture of the media library by its id. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'one', id],
    queryFn: async () => (await call('GET /media/:id', { params: { id } })).data,
  })

/** The settings that are logos, and the ground that each is for. */
const LOGOS: Partial<Record<string, 'light' | 'dark'>> = { 'look.logo': 'light', 'look.logoOnDark': 'dark' }

interface PictureFieldProps {
  name: string
  label: string
  help: string
}

/** A picture of the media library; '' for none. Must be inside a `Form`. */
export function PictureField({ name, label, help }: PictureFieldProps) {
  const renderPicker = use(SettingPicker)
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const [picked, setPicked] = useState<Media>()
  const id = field.value ?? ''
  const { data: found } = useQuery({ ...pictureQuery(id), enabled: id !== '' && picked?._id !== id })
  const picture = [picked, found].find(media => media?._id === id) ?? null

  function handleChoose([media]: Media[]) {
    setPicked(media)
    field.onChange(media?._id ?? '')
  }

  return (
    <PictureBox
      label={label}
      picture={picture}
      note={picture ? `${picture.name}. ${help}` : help}
      logoOn={LOGOS[name]}
      isChosen={id !== ''}
      error={fieldState.error?.message}
      buttonRef={field.ref}
      onRemove={() => handleChoose([])}
      renderPicker={onClose =>
        renderPicker({
          title: 'Choose a picture',
          limit: 1,
          use: LOGOS[name] && 'logo',
          chosen: picture ? [picture] : [],
          onChoose: handleChoose,
          onClose,
        })
      }
    />
  )
}
