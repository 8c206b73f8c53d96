import type { Media } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useState } from 'react'
import { useController } from 'react-hook-form'
import { homeQuery } from '../../../lib/shop.ts'
import { PictureBox } from '../../../ui/controls/picture-box.tsx'

interface PickerProps {
  title: string
  limit: number
  chosen: Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

/** The picker of the media library, which is another feature. */
export const SettingPicker = createContext<(props: PickerProps) => ReactNode>(() => null)

interface PictureFieldProps {
  name: string
  label: string
  help: string
}

/** A picture of the media library; '' for none. Must be inside a `Form`. */
export function PictureField({ name, label, help }: PictureFieldProps) {
  const renderPicker = use(SettingPicker)
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const { data: home } = useQuery(homeQuery())
  const [picked, setPicked] = useState<Media>()
  const known = [picked, home?.hero.picture, home?.hero.pictureOnPhones]
  const picture = known.find(media => media?._id === field.value) ?? null

  function handleChoose([media]: Media[]) {
    setPicked(media)
    field.onChange(media?._id ?? '')
  }

  return (
    <PictureBox
      label={label}
      picture={picture}
      note={picture ? `${picture.name}. ${help}` : help}
      isChosen={Boolean(field.value)}
      error={fieldState.error?.message}
      buttonRef={field.ref}
      onRemove={() => handleChoose([])}
      renderPicker={onClose =>
        renderPicker({
          title: 'Choose a picture',
          limit: 1,
          chosen: picture ? [picture] : [],
          onChoose: handleChoose,
          onClose,
        })
      }
    />
  )
}
