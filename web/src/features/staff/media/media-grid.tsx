import type { LibraryMedia } from '@mela/contract'
import { useState } from 'react'
import { DeleteMediaDialog } from './delete-media-dialog.tsx'
import { MediaCard } from './media-card.tsx'

export function MediaGrid({ media }: { media: LibraryMedia[] }) {
  const [doomed, setDoomed] = useState<LibraryMedia>()
  const close = () => setDoomed(undefined)

  return (
    <>
      {/* Columns that divide the page sizes of T255, so that a full page has no holes. */}
      <ul aria-label="Media" className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
        {media.map(picture => (
          <MediaCard key={picture._id} media={picture} onDelete={() => setDoomed(picture)} />
        ))}
      </ul>
      {doomed && <DeleteMediaDialog media={doomed} onClose={close} />}
    </>
  )
}
