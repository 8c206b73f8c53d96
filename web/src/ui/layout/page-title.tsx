import { SHOP } from '@mela/contract'
import type { ReactNode } from 'react'

interface PageTitleProps {
  /** The document's title, without the shop's name; left out on the home page. */
  title?: string
  /** What search engines and shared links say of the page; without it, of the shop. */
  description?: string
  /** The page's h1, where it is just a heading. */
  heading?: ReactNode
}

/** The h1 can be focused, so that a route change can move the reader there. */
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
