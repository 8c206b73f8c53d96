import { type ProductImport, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { toRefusal } from '../../../lib/failure.ts'
import { countLabel } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { toastError } from '../../../ui/toasts/toast.tsx'
import { failedPicturesQuery, useRetryPictures } from './imports.api.ts'

/** The pictures that the file gives by address: fetched so far, and those that failed. */
export function ImportedPictures({ found }: { found: ProductImport }) {
  const { waiting, done, failed } = found.pictures
  const all = waiting + done + failed
  if (all === 0) return null
  return (
    <section aria-label="Pictures" className="grid gap-4 rounded-tile border border-line bg-surface p-5">
      <p role="status" className="text-ink-2">
        {waiting > 0
          ? `${done + failed} of ${countLabel(all, 'picture')} fetched so far. You may leave this page.`
          : `${countLabel(done, 'picture')} fetched, ${failed} failed.`}
      </p>
      {waiting > 0 && <ProgressBar label="Pictures fetched" share={(done + failed) / all} />}
      {waiting === 0 && failed > 0 && <FailedPictures importId={found._id} count={failed} />}
    </section>
  )
}

function FailedPictures({ importId, count }: { importId: string; count: number }) {
  const [page, setPage] = useState(1)
  const pictures = useQuery(failedPicturesQuery(importId, page, count))
  const retry = useRetryPictures(importId)
  const handleRetry = () =>
    retry.mutate(undefined, {
      onError: error => toastError(toRefusal(error).message ?? 'Something went wrong, please try again.'),
    })

  return (
    <>
      <Async
        query={pictures}
        loading="Loading the pictures that failed..."
        error="Something went wrong, please try again."
      >
        {({ data, meta }) => (
          <>
            <ul aria-label="Pictures that failed" className="grid gap-2">
              {data.map(({ product, name, address, reason }) => (
                <li key={`${product} ${address}`} className="wrap-anywhere">
                  <Link to={staffPaths.editProduct(product)} className="font-semibold hover:underline" dir="auto">
                    {name}
                  </Link>
                  <span className="text-danger">{` ${reason}`}</span>
                  <span className="type-small block text-ink-2">{address}</span>
                </li>
              ))}
            </ul>
            {meta.pageCount > page && (
              <Button variant="outline" size={40} className="w-fit" onClick={() => setPage(page + 1)}>
                Show others
              </Button>
            )}
          </>
        )}
      </Async>
      <Button size={40} className="w-fit" loading={retry.isPending} onClick={handleRetry}>
        Try again
      </Button>
    </>
  )
}
