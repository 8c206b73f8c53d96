import type { LibraryMedia } from '@mela/contract'
import { useState } from 'react'
import { DeleteMediaDialog } from './delete-media-dialog.tsx'
import { MediaCard } from './media-card.tsx'

export function MediaGrid({ media }: { media: LibraryMedia[] }) {
  const [doomed, setDoomed] = useState<LibraryMedia>()
  const close = () => setDoomed(undefined)

  return (
    <>
      <ul
        aria-label="Media"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,44%),1fr))] gap-3 md:gap-4 lg:grid-cols-[repeat(auto-fill,minmax(12.5rem,1fr))]"
      >
        {media.map(picture => (
          <MediaCard key={picture._id} media={picture} onDelete={() => setDoomed(picture)} />
        ))}
      </ul>
      {doomed && <DeleteMediaDialog media={doomed} onClose={close} />}
    </>
  )
}
