import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { isMissing } from '../../../lib/api.ts'
import { load } from '../../../lib/page-data.ts'
import { subjectQuery } from '../../../lib/query-keys.ts'
import { Async } from '../../../ui/async.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { MissingPage } from '../layout/missing-page.tsx'
import { TextBody } from './text-body.tsx'

/** The slug in a path, not decoded: slugs have lower-case letters, digits and dashes only, so others are unknown. */
const slugOf = (pathname: string) => pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''

export const loader = (args: LoaderFunctionArgs) =>
  load(args, textPageQuery(slugOf(new URL(args.request.url).pathname)))

export function TextPage() {
  const { data, ...query } = useQuery(textPageQuery(slugOf(useLocation().pathname)))
  if (data && isMissing(data)) return <MissingPage subject="Page" message={data.missing} />

  return (
    <div className="shell pt-10 md:pt-16">
      <div className="mx-auto max-w-[65ch]">
        <PageTitle
          title={data?.seoTitle || data?.title || ''}
          description={data?.seoDescription || undefined}
          heading={data?.title ?? <span className="sr-only">Loading…</span>}
        />
        <Async
          isLate
          query={{ ...query, data }}
          loading={<Skeleton className="mt-8 h-screen rounded-tile" />}
          error="Something went wrong, please try reloading the page."
        >
          {({ html, updatedOn }) => (
            <>
              {updatedOn && (
                <p className="type-small pt-3 text-ink-2">
                  Last updated <time dateTime={updatedOn}>{dayText(updatedOn)}</time>
                </p>
              )}
              <TextBody html={html} />
            </>
          )}
        </Async>
      </div>
    </div>
  )
}

/** '22 November 2026', the same for server and browser. */
const dayText = (day: string) => new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const textPageQuery = (slug: string) => subjectQuery('GET /pages/:slug', { params: { slug } })
