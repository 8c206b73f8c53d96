import type { ReactNode } from 'react'
import { PageTitle } from '../../../ui/layout/page-title.tsx'

interface TextPageProps {
  title: string
  /** The description for search engines. */
  description: string
  /** ISO day of the last change, and its text. */
  updated?: { day: string; text: string }
  children: ReactNode
}

export function TextPage({ title, description, updated, children }: TextPageProps) {
  return (
    <div className="shell pt-10 md:pt-16">
      <div className="mx-auto max-w-[65ch]">
        <PageTitle title={title} description={description} heading={title} />
        {updated && (
          <p className="type-small pt-3 text-ink-2">
            Last updated <time dateTime={updated.day}>{updated.text}</time>
          </p>
        )}
        <div className="grid gap-8 pt-8 leading-relaxed">{children}</div>
      </div>
    </div>
  )
}
