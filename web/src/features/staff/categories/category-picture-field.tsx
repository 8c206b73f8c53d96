import type { Media, StaffCategory } from '@mela/contract'
import { type ReactNode, useState } from 'react'
import { useController } from 'react-hook-form'
import { PictureBox } from '../../../ui/controls/picture-box.tsx'

interface PickerProps {
  title: string
  limit: number
  chosen: Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

export type RenderPicker = (props: PickerProps) => ReactNode

interface CategoryPictureFieldProps {
  category: StaffCategory
  renderPicker: RenderPicker
}

/** A picture of the media library; without one, a product's is shown. Must be inside a category's form. */
export function CategoryPictureField({ category, renderPicker }: CategoryPictureFieldProps) {
  const { field, fieldState } = useController<{ picture: string | null }, 'picture'>({ name: 'picture' })
  const [chosen, setChosen] = useState(category.hasOwnPicture ? category.picture : null)
  const ofProduct = category.hasOwnPicture ? null : category.picture

  function handleChoose([media]: Media[]) {
    setChosen(media ?? null)
    field.onChange(media?._id ?? null)
  }

  return (
    <PictureBox
      label="Picture"
      picture={chosen ?? ofProduct}
      note={chosen ? chosen.name : 'The picture of a product that can be bought.'}
      isChosen={chosen !== null}
      error={fieldState.error?.message}
      buttonRef={field.ref}
      onRemove={() => handleChoose([])}
      renderPicker={onClose =>
        renderPicker({
          title: 'Choose a picture',
          limit: 1,
          chosen: chosen ? [chosen] : [],
          onChoose: handleChoose,
          onClose,
        })
      }
    />
  )
}
