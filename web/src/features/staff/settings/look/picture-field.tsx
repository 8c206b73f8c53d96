import type { Media } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import { useController } from 'react-hook-form'
import { call } from '../../../../lib/api.ts'
import { PictureBox } from '../../../../ui/controls/picture-box.tsx'

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
