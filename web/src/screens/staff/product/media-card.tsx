import { FIELD_LABELS, type Media } from '@mela/contract'
import { ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/headings.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import { PictureField } from '../media/picture-field.tsx'
import { type ProductValues, useKnownPictures } from './product-values.ts'

export function MediaCard() {
  const { getValues, setValue } = useFormContext<ProductValues>()
  const known = useKnownPictures()
  const [isChoosing, setIsChoosing] = useState(false)
  const gallery = useController<ProductValues, 'gallery'>({ name: 'gallery' })
  const pictures = gallery.field.value.flatMap(id => known.get(id) ?? [])

  const know = (media: Media[]) => setValue('pictures', [...getValues('pictures'), ...media])

  function setGallery(media: Media[]) {
    know(media)
    gallery.field.onChange(media.map(({ _id }) => _id))
  }

  return (
    <Card title="Pictures">
      <PictureField
        name="thumbnail"
        label={FIELD_LABELS.thumbnail}
        title="Choose a thumbnail"
        known={[...known.values()]}
        refusal="Please choose a thumbnail."
        onChoose={picture => know([picture])}
      />
      <div className="grid gap-2">
        <h3 className="type-ui">{FIELD_LABELS.gallery}</h3>
        <GallerySorter pictures={pictures} onChange={setGallery} />
        <Button variant="outline" size={40} className="justify-self-start" onClick={() => setIsChoosing(true)}>
          <ImagePlus className="size-4" /> Choose gallery pictures
        </Button>
      </div>
      {isChoosing && (
        <MediaPicker
          title="Choose gallery pictures"
          chosen={pictures}
          onChoose={setGallery}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Card>
  )
}

function GallerySorter({ pictures, onChange }: { pictures: Media[]; onChange: (pictures: Media[]) => void }) {
  if (pictures.length === 0) return <p className="type-small text-ink-2">No pictures yet.</p>
  return (
    <SortableList
      items={pictures}
      onChange={onChange}
      label="Gallery, in its order"
      noun="picture"
      isGrid
      className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-3"
      handleClassName="block rounded-tile"
      handle={(picture, place) => (
        <>
          <Picture picture={picture} alt="" sizes="120px" className="pointer-events-none rounded-tile" />
          <span className="absolute bottom-1.5 left-1.5 grid size-6 place-items-center rounded-full bg-ink text-paper font-semibold text-xs tabular-nums">
            {place}
          </span>
        </>
      )}
      actions={({ _id, name }) => (
        <IconButton
          label={`Remove ${name}`}
          size={32}
          tipEnd
          className="absolute! top-1 right-1 bg-surface hover:bg-line"
          onClick={() => onChange(pictures.filter(picture => picture._id !== _id))}
        >
          <X className="size-4" />
        </IconButton>
      )}
    />
  )
}
