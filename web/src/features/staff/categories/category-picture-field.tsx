import type { Media, StaffCategory } from '@mela/contract'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useController } from 'react-hook-form'
import { Button } from '../../../ui/buttons/button.tsx'
import { Picture } from '../../../ui/values/picture.tsx'

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

/** A picture of the media library, or that of the newest product. Must be inside a category's form. */
export function CategoryPictureField({ category, renderPicker }: CategoryPictureFieldProps) {
  const { field, fieldState } = useController<{ picture: string | null }, 'picture'>({ name: 'picture' })
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState(category.hasOwnPicture ? category.picture : null)
  const ofProduct = category.hasOwnPicture ? null : category.picture

  function handleChoose([media]: Media[]) {
    setChosen(media ?? null)
    field.onChange(media?._id ?? null)
  }

  return (
    <div className="flex items-center gap-4">
      <span className="w-20 shrink-0">
        <Picture picture={chosen ?? ofProduct} alt="" sizes="80px" className="rounded-control" />
      </span>
      <div className="grid min-w-0 gap-1.5">
        <span className="type-ui">Picture</span>
        <p className="type-small text-ink-2">{chosen ? chosen.name : 'The picture of the newest product.'}</p>
        <div className="flex flex-wrap gap-2">
          <Button ref={field.ref} variant="outline" size={40} onClick={() => setIsOpen(true)}>
            {chosen ? 'Change picture' : 'Choose picture'}
          </Button>
          {chosen && (
            <Button variant="ghost" size={40} className="text-ink-2!" onClick={() => handleChoose([])}>
              Remove picture
            </Button>
          )}
        </div>
        {fieldState.error && (
          <p role="alert" className="type-small text-danger">
            {fieldState.error.message}
          </p>
        )}
      </div>
      {isOpen &&
        outsideForm(
          renderPicker({
            title: 'Choose a picture',
            limit: 1,
            chosen: chosen ? [chosen] : [],
            onChoose: handleChoose,
            onClose: () => setIsOpen(false),
          }),
        )}
    </div>
  )
}

/** Its search box would submit the surrounding form. */
function outsideForm(picker: ReactNode) {
  const page = document.getElementById('content')
  return page && createPortal(picker, page)
}
