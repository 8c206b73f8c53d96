import { rectSortingStrategy } from '@dnd-kit/sortable'
import { FIELD_LABELS, type Media } from '@mela/contract'
import { ImagePlus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useController } from 'react-hook-form'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { FormCard } from './product-cards.tsx'
import type { ProductValues } from './product-values.ts'

export interface PickerProps {
  title: string
  limit?: number
  chosen: Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

interface MediaCardProps {
  known: ReadonlyMap<string, Media>
  /** Called with chosen pictures, so that the form knows their URLs. */
  onKnow: (media: Media[]) => void
  renderPicker: (props: PickerProps) => ReactNode
}

/** One thumbnail, and any number of pictures in the gallery. */
export function MediaCard({ known, onKnow, renderPicker }: MediaCardProps) {
  const [open, setOpen] = useState<'thumbnail' | 'gallery'>()
  const thumbnail = useController<ProductValues, 'thumbnail'>({ name: 'thumbnail' })
  const gallery = useController<ProductValues, 'gallery'>({ name: 'gallery' })
  const pictures = gallery.field.value.flatMap(id => known.get(id) ?? [])
  const chosenThumbnail = known.get(thumbnail.field.value)
  const pickers = {
    thumbnail: {
      title: 'Choose a thumbnail',
      limit: 1,
      chosen: chosenThumbnail ? [chosenThumbnail] : [],
      onChoose(media: Media[]) {
        onKnow(media)
        thumbnail.field.onChange(media[0]?._id ?? '')
      },
    },
    gallery: {
      title: 'Choose gallery pictures',
      chosen: pictures,
      onChoose(media: Media[]) {
        onKnow(media)
        gallery.field.onChange(media.map(({ _id }) => _id))
      },
    },
  }

  return (
    <FormCard title="Pictures">
      <ThumbnailField
        picture={chosenThumbnail}
        error={thumbnail.fieldState.error && 'Please choose a thumbnail.'}
        buttonRef={thumbnail.field.ref}
        onOpen={() => setOpen('thumbnail')}
        onRemove={() => thumbnail.field.onChange('')}
      />
      <div className="grid gap-2">
        <h3 className="type-ui">{FIELD_LABELS.gallery}</h3>
        <GallerySorter pictures={pictures} onChange={gallery.field.onChange} />
        <Button variant="outline" size={40} className="justify-self-start" onClick={() => setOpen('gallery')}>
          <ImagePlus className="size-4" /> Choose gallery pictures
        </Button>
      </div>
      {open && outsideForm(renderPicker({ ...pickers[open], onClose: () => setOpen(undefined) }))}
    </FormCard>
  )
}

/** Renders the picker outside the form in the DOM, because its search box would submit the surrounding form. */
export function outsideForm(picker: ReactNode) {
  const page = document.getElementById('content')
  return page && createPortal(picker, page)
}

interface ThumbnailFieldProps {
  picture: Media | undefined
  error: string | undefined
  buttonRef: (button: HTMLElement | null) => void
  onOpen: () => void
  onRemove: () => void
}

function ThumbnailField({ picture, error, buttonRef, onOpen, onRemove }: ThumbnailFieldProps) {
  return (
    <div className="grid gap-2">
      <h3 className="type-ui">{FIELD_LABELS.thumbnail}</h3>
      <div className="flex items-center gap-4">
        <span className="w-24 shrink-0">
          <Picture picture={picture} alt={picture?.name ?? ''} sizes="96px" className="rounded-tile" />
        </span>
        <div className="grid justify-items-start gap-2">
          <Button ref={buttonRef} variant="outline" size={40} onClick={onOpen} aria-describedby="thumbnail-error">
            {picture ? 'Change thumbnail' : 'Choose thumbnail'}
          </Button>
          {picture && (
            <Button variant="ghost" size={40} className="text-ink-2!" onClick={onRemove}>
              Remove thumbnail
            </Button>
          )}
          <p id="thumbnail-error" role={error && 'alert'} className="type-small text-danger empty:hidden">
            {error}
          </p>
        </div>
      </div>
    </div>
  )
}

interface GallerySorterProps {
  pictures: Media[]
  onChange: (ids: string[]) => void
}

/** The pictures of a gallery, sorted by mouse, touch or arrow keys. */
function GallerySorter({ pictures, onChange }: GallerySorterProps) {
  const change = (pictures: Media[]) => onChange(pictures.map(({ _id }) => _id))

  if (pictures.length === 0) return <p className="type-small text-ink-2">No pictures yet.</p>
  return (
    <SortableList
      items={pictures}
      onChange={change}
      label="Gallery, in its order"
      noun="picture"
      strategy={rectSortingStrategy}
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
          onClick={() => change(pictures.filter(picture => picture._id !== _id))}
        >
          <X className="size-4" />
        </IconButton>
      )}
    />
  )
}
