import { rectSortingStrategy } from '@dnd-kit/sortable'
import type { Media } from '@mela/contract'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SortableList } from '../../../ui/controls/sortable-list.tsx'
import { Picture } from '../../../ui/values/picture.tsx'

interface GallerySorterProps {
  pictures: Media[]
  onChange: (ids: string[]) => void
}

/** The pictures of a gallery, sorted by mouse, touch or arrow keys. */
export function GallerySorter({ pictures, onChange }: GallerySorterProps) {
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
