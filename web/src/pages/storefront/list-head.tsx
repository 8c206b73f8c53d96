import { type Media, paths } from '@mela/contract'
import { countLabel } from '../../lib/format/format.ts'
import { Breadcrumb } from '../../ui/layout/breadcrumb.tsx'
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
      <div className="on-tile -mx-(--gutter) flex items-center justify-between gap-4 overflow-hidden bg-backdrop md:mx-0 md:rounded-tile">
        <div className="grid gap-2 py-8 pl-(--gutter) md:pl-12">
          <PageTitle
            title={seo.seoTitle || name}
            description={seo.seoDescription || description || undefined}
            heading={name}
          />
          {description && (
            <p dir="auto" className="max-w-[46ch] text-ink-2 max-sm:hidden">
              {description}
            </p>
          )}
          <p className="type-small text-ink-2">{countLabel(count, 'product')}</p>
        </div>
        {picture && (
          <div className="-my-4 w-40 shrink-0 self-center [mask-image:linear-gradient(to_right,transparent,black_9%)] md:w-72">
            <Picture picture={picture} alt="" sizes="(width >= 48rem) 288px, 160px" loading="eager" />
          </div>
        )}
      </div>
      {children}
    </div>
  )
}
