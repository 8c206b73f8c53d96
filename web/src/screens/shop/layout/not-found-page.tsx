import { paths } from '@mela/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { load, pageLoad } from '../../../lib/page-data.ts'
import { categoryNamesQuery } from '../../../shared/catalog/catalog.api.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { CategoryLinks } from './missing-page.tsx'

export function loader(args: LoaderFunctionArgs) {
  args.context.get(pageLoad).setStatus(404)
  return load(args, categoryNamesQuery())
}

export function NotFoundPage() {
  return (
    <div className="shell grid justify-items-center gap-4 py-16 text-center md:py-24">
      <p aria-hidden="true" className="type-display text-ink-3">
        404
      </p>
      <PageTitle title="Page not found" heading="Page not found" />
      <p className="max-w-[46ch] text-ink-2">This address leads nowhere, or what stood here has moved on.</p>
      <ButtonLink to={paths.home} className="mt-3">
        Back to home
      </ButtonLink>
      <CategoryLinks variant="ghost" />
    </div>
  )
}
