import { DEFAULT_PAGE_SIZE, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Image, ImageUp, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { mediaQuery } from '../../features/staff/media/media.api.ts'
import { MediaGrid } from '../../features/staff/media/media-grid.tsx'
import { UploadDialog } from '../../features/staff/media/upload-dialog.tsx'
import { sayAfterLoad, takeMessage } from '../../lib/browser/after-load.ts'
import { useListParams } from '../../lib/list-params.ts'
import { ClearSearch } from '../../ui/controls/clear-search.tsx'
import { KeywordForm } from '../../ui/controls/keyword-form.tsx'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PagingBar } from '../../ui/table/paging-bar.tsx'
import { toastSuccess } from '../../ui/toasts/toast.tsx'
import { Section } from './section.tsx'
import { SectionAction } from './section-action.tsx'

const links = [{ to: staffPaths.media, label: 'All Media' }]

export function MediaPage() {
  const { page, size = DEFAULT_PAGE_SIZE, keyword, params } = useListParams()
  const [isUploading, setIsUploading] = useState(false)
  const media = useQuery(mediaQuery({ page, size, keyword }))

  useEffect(() => {
    const message = takeMessage()
    if (message) toastSuccess(message)
  }, [])

  /** Shows the message after a reload of the whole page. */
  function handleUploaded(message: string) {
    sayAfterLoad(message)
    location.assign(staffPaths.media)
  }

  return (
    <Section
      title="Media"
      links={links}
      action={<SectionAction label="Upload Media" icon={ImageUp} onClick={() => setIsUploading(true)} />}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <KeywordForm action={staffPaths.media} label="Search media" keyword={keyword} params={params} />
        <p className="type-small flex items-center gap-2 text-ink-2">
          <TriangleAlert className="size-4 text-warn" />
          Deleting a picture removes it everywhere, from every product that shows it.
        </p>
      </div>
      <Async
        query={media}
        loading={<MediaSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong, please try again."
        empty={
          <EmptyState icon={Image} text="No media found, try uploading some.">
            <ClearSearch path={staffPaths.media} params={params} />
          </EmptyState>
        }
      >
        {({ data }) => <MediaGrid media={data} isOutdated={media.isPlaceholderData} />}
      </Async>
      {media.data && <PagingBar meta={media.data.meta} basePath={staffPaths.media} params={params} />}
      {isUploading && <UploadDialog onClose={() => setIsUploading(false)} onUploaded={handleUploaded} />}
    </Section>
  )
}

function MediaSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
      {Array.from({ length: DEFAULT_PAGE_SIZE }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike
        <Skeleton key={place} className="aspect-[4/5] rounded-tile" />
      ))}
    </div>
  )
}
