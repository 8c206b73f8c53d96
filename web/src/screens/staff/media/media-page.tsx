import { DEFAULT_PAGE_SIZE, type LibraryMedia, staffPaths, UPLOAD_MEGABYTES } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Image, ImageUp, Trash2, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { guarded } from '../../../lib/back.ts'
import { countLabel } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { messageAfterLoad } from '../../../lib/storage.ts'
import { Async } from '../../../ui/async.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { LeaveQuestion } from '../../../ui/leave-question.tsx'
import { ClearSearch, KeywordForm } from '../../../ui/list-filters.tsx'
import { EmptyState, Skeleton } from '../../../ui/notice.tsx'
import { PagingBar } from '../../../ui/paging-bar.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { DeleteMediaDialog } from './delete-media-dialog.tsx'
import { mediaQuery, UploadTile, useUploads } from './uploads.tsx'

const links = [{ to: staffPaths.media, label: 'All Media' }]

export function MediaPage() {
  const { path, params, query } = useListParams()
  const [isUploading, setIsUploading] = useState(false)
  const media = useQuery(mediaQuery({ ...query, size: query.size || DEFAULT_PAGE_SIZE }))

  return (
    <Section
      title="Media"
      links={links}
      action={<SectionAction label="Upload Media" icon={ImageUp} onClick={() => setIsUploading(true)} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <KeywordForm label="Search media" />
        <p className="type-small flex items-center gap-2 text-ink-2">
          <TriangleAlert className="size-4 text-warn" />
          Deleting a picture removes it everywhere, from every product that shows it.
        </p>
      </div>
      <Async
        query={media}
        loading={<Skeleton className="h-120 rounded-tile" />}
        errorPrefix="Error: "
        error="Something went wrong, please try again."
        empty={
          <EmptyState icon={Image} text="No media found, try uploading some.">
            <ClearSearch />
          </EmptyState>
        }
      >
        {({ data }) => <MediaGrid media={data} isOutdated={media.isPlaceholderData} />}
      </Async>
      {media.data && <PagingBar meta={media.data.meta} basePath={path} params={params} />}
      {isUploading && <UploadDialog onClose={() => setIsUploading(false)} />}
    </Section>
  )
}

/** The pictures of a page; those of the previous page cannot be used until the new ones are loaded. */
function MediaGrid({ media, isOutdated }: { media: LibraryMedia[]; isOutdated: boolean }) {
  const [doomed, setDoomed] = useState<LibraryMedia>()

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
      {doomed && <DeleteMediaDialog media={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

/** Uploads pictures from the disk, the clipboard or by drag and drop, then loads the whole page anew. */
function UploadDialog({ onClose }: { onClose: () => void }) {
  const { uploads, ready, add, remove, send, isSending } = useUploads()
  const noteId = useId()

  function handleFiles(files: File[]) {
    const added = add(files)
    if (isSending) void send(added)
  }

  async function handleUpload() {
    if (ready.length === 0) return toastError('Please select a file to upload.')
    const { message, isAll } = await send(ready)
    if (isAll) {
      messageAfterLoad.set(message)
      location.assign(staffPaths.media)
    } else if (message) toastSuccess(message)
  }

  const handleClose = () => guarded(onClose)

  return (
    <Dialog
      title="Upload Media"
      onClose={handleClose}
      footer={
        <>
          <Button variant="outline" onClick={handleClose}>
            Cancel
          </Button>
          <Button loading={isSending} onClick={() => void handleUpload()}>
            {ready.length > 1 ? `Upload ${countLabel(ready.length, 'picture')}` : 'Upload'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <FileDrop
          multiple
          accept="image/*"
          aria-label="Choose pictures"
          aria-describedby={noteId}
          onFiles={handleFiles}
          className="min-h-40"
        >
          <ImageUp className="size-8 stroke-[1.25]" />
          <span className="type-ui">Drop pictures here, paste them, or choose files</span>
          <span id={noteId} className="type-small">
            {`JPEG, PNG, WebP, AVIF or GIF, up to ${UPLOAD_MEGABYTES} MB each; large photos are reduced first`}
          </span>
        </FileDrop>
        {uploads.length > 0 && (
          <ul aria-label="Chosen pictures" className="grid grid-cols-3 gap-3">
            {uploads.map(upload => (
              <li key={upload.id}>
                <UploadTile upload={upload} isSending={isSending} onRemove={() => remove(upload.id)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <LeaveQuestion
        isAtStake={isSending}
        title="Still uploading"
        text={`${countLabel(uploads.length, 'picture')} of your choice ${uploads.length === 1 ? 'has' : 'have'} not arrived yet.`}
        stay="Wait"
        leave="Stop uploading"
      />
    </Dialog>
  )
}

function MediaCard({ media, onDelete }: { media: LibraryMedia; onDelete: () => void }) {
  const { name, url } = media

  return (
    <li className="group relative grid content-start overflow-clip rounded-tile border border-line bg-surface">
      <a href={url} target="_blank" rel="noopener" className="-outline-offset-2">
        <Picture
          picture={media}
          alt={`${name}, open in full`}
          sizes="(min-width: 64rem) 280px, (min-width: 48rem) 24vw, 45vw"
        />
      </a>
      <div className="grid gap-0.5 px-3 py-2.5">
        <p dir="auto" className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="type-small text-ink-2">{usesOf(media)}</p>
      </div>
      <IconButton
        label={`Delete ${name}`}
        tipEnd
        className="absolute! top-2 right-2 bg-surface text-danger! opacity-0 shadow-menu transition-opacity hover:bg-danger-soft group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        size={40}
        onClick={onDelete}
      >
        <Trash2 />
      </IconButton>
    </li>
  )
}

function usesOf({ usedBy, categories, pages, isOfShop }: LibraryMedia): string {
  const uses = [
    usedBy > 0 && countLabel(usedBy, 'product'),
    categories.length > 0 && countLabel(categories.length, 'category', 'categories'),
    pages.length > 0 && countLabel(pages.length, 'page'),
    isOfShop && 'settings',
  ].filter(Boolean)
  return uses.length > 0 ? `In ${uses.join(', ')}` : 'Not used'
}
