import type { ReactNode } from 'react'

interface PageTitleProps {
  /** The document's title, without the shop's name; left out on the home page. */
  title?: string
  /** The page's h1, where it is just a heading. */
  heading?: ReactNode
}

/** The h1 can be focused, so that a route change can move the reader there. */
export function PageTitle({ title, heading }: PageTitleProps) {
  return (
    <>
      <title>{title ? `${title} · Mela` : 'Mela'}</title>
      {heading && (
        <h1 tabIndex={-1} className="type-h1">
          {heading}
        </h1>
      )}
    </>
  )
}
