import { CATEGORY_STALE_MS } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { call, isMissing, orMissing } from '../../../lib/api.ts'
import { load, notFoundWhenMissing } from '../../../lib/page-data.ts'
import { Async } from '../../../ui/async.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { MissingPage } from '../layout/missing-page.tsx'
import { TextBody } from './text-body.tsx'

/** The slug in a path, not decoded: slugs have lower-case letters, digits and dashes only, so others are unknown. */
const slugOf = (pathname: string) => pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''

export async function loadTextPage(args: LoaderFunctionArgs) {
  const query = textPageQuery(slugOf(new URL(args.request.url).pathname))
  await load(args, query)
  notFoundWhenMissing(args, query.queryKey)
  return null
}

/** A page of text, SPEC's or the owner's. */
export function TextPage() {
  const { data, ...query } = useQuery(textPageQuery(slugOf(useLocation().pathname)))
  if (data && isMissing(data)) return <MissingPage subject="Page" message={data.missing} />
  const page = { ...query, data }

  return (
    <div className="shell pt-10 md:pt-16">
      <div className="mx-auto max-w-[65ch]">
        <PageTitle
          title={page.data?.seoTitle || page.data?.title || ''}
          {...(page.data?.seoDescription && { description: page.data.seoDescription })}
          heading={page.data?.title ?? <span className="sr-only">Loading…</span>}
        />
        <Async
          isLate
          query={page}
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

const textPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['pages', slug],
    queryFn: () => orMissing(call('GET /pages/:slug', { params: { slug } })),
    staleTime: CATEGORY_STALE_MS,
  })
