import type { LibraryMedia } from '@mela/contract'
import { useState } from 'react'
import { DeleteMediaDialog } from './delete-media-dialog.tsx'
import { MediaCard } from './media-card.tsx'

interface MediaGridProps {
  media: LibraryMedia[]
  /** Whether the pictures are those of the previous page: they cannot be used until the new ones are loaded. */
  isOutdated: boolean
}

export function MediaGrid({ media, isOutdated }: MediaGridProps) {
  const [doomed, setDoomed] = useState<LibraryMedia>()
  const close = () => setDoomed(undefined)

  return (
    <>
      {/* Columns that divide the page sizes of T255, so that a full page has no holes. */}
      <ul
        aria-label="Media"
        aria-busy={isOutdated}
        inert={isOutdated}
        className="grid grid-cols-2 gap-3 transition-opacity aria-busy:opacity-60 md:grid-cols-4 md:gap-4"
      >
        {media.map(picture => (
          <MediaCard key={picture._id} media={picture} onDelete={() => setDoomed(picture)} />
        ))}
      </ul>
      {doomed && <DeleteMediaDialog media={doomed} onClose={close} />}
    </>
  )
}
