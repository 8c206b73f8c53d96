import { type Media, paths } from '@mela/contract'
import { countLabel } from '../../lib/format/format.ts'
import { Breadcrumb } from '../../ui/layout/breadcrumb.tsx'
import { cx } from '../../ui/layout/cx.ts'
import type { Elements } from '../../ui/layout/elements.ts'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { Picture } from '../../ui/values/picture.tsx'

interface ListHeadProps {
  name: string
  description: string
  /** Title for search engines; '' for the name. `seoDescription` is '' for the description. */
  seoTitle: string
  seoDescription: string
  count: number
  picture?: Media | null
  /** The parent categories. */
  trail?: readonly { name: string; slug: string }[]
  children?: Elements
}

/** The head of a category's or a collection's page. */
export function ListHead({ name, description, count, picture, trail = [], children, ...seo }: ListHeadProps) {
  return (
    <div className="grid gap-4">
      {trail.length > 0 && (
        <Breadcrumb
          items={[
            { label: 'Home', to: paths.home },
            ...trail.map(({ name, slug }) => ({ label: name, to: paths.category(slug) })),
            { label: name },
          ]}
        />
      )}
      <div
        className={cx(
          'flex min-h-18 items-center justify-between gap-4 overflow-hidden md:min-h-28 md:rounded-tile',
          picture ? 'md:on-tile md:bg-backdrop' : 'md:bg-ink/6',
        )}
      >
        <div className="flex grow flex-wrap items-baseline gap-x-4 max-md:justify-between md:py-3 md:pl-8">
          <PageTitle
            title={seo.seoTitle || name}
            description={seo.seoDescription || description || undefined}
            heading={name}
          />
          <p className="type-small text-ink-2">{countLabel(count, 'product')}</p>
          {description && (
            <p dir="auto" className="line-clamp-1 w-full text-ink-2 max-md:hidden">
              {description}
            </p>
          )}
        </div>
        {picture && (
          <div className="-my-8 w-44 shrink-0 self-center [mask-image:linear-gradient(to_right,transparent,black_9%)] max-md:hidden">
            <Picture picture={picture} alt="" sizes="176px" upTo={400} />
          </div>
        )}
      </div>
      {children}
    </div>
  )
}
