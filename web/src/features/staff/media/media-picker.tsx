import type { Media } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ImageUp, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { choose } from './choosing.ts'
import { pickableMediaQuery } from './media.api.ts'
import { MediaOptions } from './media-options.tsx'
import { PictureInput } from './picture-input.tsx'
import type { PictureUse } from './upload-media.ts'
import { UploadTile } from './upload-tile.tsx'
import { useBroughtFiles } from './use-brought-files.ts'
import { useUploads } from './use-uploads.ts'

interface MediaPickerProps {
  title: string
  /** Maximum number; with 1, a new choice replaces the old one. Without it, there is no limit. */
  limit?: number
  /** A logo may be an SVG. */
  use?: PictureUse
  /** The initial choice, in order. */
  chosen: readonly Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

/** A dialog that chooses pictures of the library in an order, or uploads new ones. It is open while mounted. */
export function MediaPicker({
  title,
  limit = Number.POSITIVE_INFINITY,
  use,
  chosen,
  onChoose,
  onClose,
}: MediaPickerProps) {
  const [keyword, setKeyword] = useState('')
  const [picked, setPicked] = useState(chosen)
  const { uploads, add, remove, send, isSending } = useUploads({
    use,
    onTaken: media => setPicked(known => choose(known, media, limit)),
  })
  const bring = (files: File[]) => void send(add(files))
  const { isOver, handlers } = useBroughtFiles(bring)

  function handleChoose() {
    onChoose([...picked])
    onClose()
  }

  return (
    <Dialog
      open
      kind="wide"
      title={title}
      onClose={onClose}
      footer={
        <>
          <p role="status" className="type-ui mr-auto self-center">
            {`Selected ${picked.length}`}
          </p>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={isSending} onClick={handleChoose}>
            {limit === 1 ? 'Use picture' : 'Use pictures'}
          </Button>
        </>
      }
    >
      <SearchBox keyword={keyword} onChange={setKeyword} />
      <div className="h-[52dvh] overflow-y-auto" {...handlers}>
        <Async
          query={useQuery(pickableMediaQuery(keyword.trim()))}
          loading="Loading media, please wait a moment..."
          error="Something went wrong, please try again."
        >
          {({ data }) => (
            <MediaOptions
              label={title}
              media={data}
              chosen={picked}
              isNumbered={limit !== 1}
              onToggle={media => setPicked(choose(picked, media, limit))}
            >
              <PictureInput onFiles={bring} isOver={isOver} className="aspect-square">
                <ImageUp />
                <span className="type-small">Upload, drop or paste</span>
              </PictureInput>
              {uploads.map(upload => (
                <UploadTile key={upload.id} upload={upload} isSending={isSending} onRemove={() => remove(upload.id)} />
              ))}
            </MediaOptions>
          )}
        </Async>
      </div>
    </Dialog>
  )
}

function SearchBox({ keyword, onChange }: { keyword: string; onChange: (keyword: string) => void }) {
  return (
    <search className="relative">
      <Search className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-2" />
      <input
        dir="auto"
        type="search"
        aria-label="Search media"
        placeholder="Search media"
        value={keyword}
        maxLength={100}
        autoComplete="off"
        onChange={event => onChange(event.currentTarget.value)}
        className="control pl-10!"
      />
    </search>
  )
}
