import { paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { categoryNamesQuery } from '../../../shared/catalog/catalog.api.ts'
import { ErrorState } from '../../../ui/async.tsx'
import { Button, ButtonLink, type ButtonStyle, buttonClass } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/headings.tsx'

export function MissingPage({ subject, message }: { subject: string; message: string }) {
  return (
    <div className="shell pt-16">
      <PageTitle title={message.replace(/\.$/, '')} />
      <h1 tabIndex={-1} className="sr-only">
        {subject}
      </h1>
      <ErrorState message={message}>
        <ButtonLink to={paths.home}>Back to home</ButtonLink>
      </ErrorState>
    </div>
  )
}

/** All categories, for a page that shows nothing else. */
export function CategoryLinks(style: ButtonStyle) {
  const { data: categories } = useQuery(categoryNamesQuery())
  return (
    <ul className="flex flex-wrap justify-center gap-2">
      {categories?.map(({ name, slug }) => (
        <li key={slug}>
          <ButtonLink to={paths.category(slug)} {...style}>
            {name}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}

/** Whether some code could not be loaded: an upgrade of the shop replaces the files that an open tab names. */
let isCodeGone = false
if (!import.meta.env.SSR) addEventListener('vite:preloadError', () => (isCodeGone = true))

/**
 * Replaces a screen that has crashed, or reloads the page if code is gone. Both links load a new document, so that no
 * state of the crashed one remains.
 */
export function CrashPage() {
  useEffect(() => {
    if (isCodeGone) location.reload()
  }, [])
  if (isCodeGone) return null

  return (
    <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-4 px-(--gutter) py-16 text-center">
      <CircleAlert className="size-12! stroke-[1.25] text-danger" />
      <PageTitle title="Something went wrong" heading="Something went wrong" />
      <p className="max-w-[46ch] text-ink-2">The page could not be shown. Reloading it often helps.</p>
      <div className="flex gap-3 pt-3">
        <Button onClick={() => location.reload()}>Reload</Button>
        <a href={paths.home} className={buttonClass({ variant: 'outline' })}>
          Home
        </a>
      </div>
    </div>
  )
}
