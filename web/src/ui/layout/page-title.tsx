import { SHOP } from '@mela/contract'
import type { ReactNode } from 'react'

interface PageTitleProps {
  /** The document's title without the shop's name; left out on the home page. */
  title?: string
  /** The page's description for search engines and shared links; the shop's by default. */
  description?: string
  /** The page's h1, for a plain heading. */
  heading?: ReactNode
}

/** The h1 is focusable, so that a route change can move the focus there. */
export function PageTitle({ title, description = SHOP.description, heading }: PageTitleProps) {
  return (
    <>
      <title>{title ? `${title} · ${SHOP.name}` : `${SHOP.name} · ${SHOP.tagline.replace('.', '')}`}</title>
      <meta name="description" content={description} />
      {heading && (
        <h1 tabIndex={-1} className="type-h1">
          {heading}
        </h1>
      )}
    </>
  )
}
