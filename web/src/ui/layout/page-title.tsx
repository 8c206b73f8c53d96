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

const HOME_TITLE = `${SHOP.name} · ${SHOP.tagline.replace('.', '')}`

/** The h1 is focusable, so that a route change can move the focus there. */
export function PageTitle({ title, description = SHOP.description, heading }: PageTitleProps) {
  return (
    <>
      <title>{title ? `${title} · ${SHOP.name}` : HOME_TITLE}</title>
      <meta name="description" content={description} />
      {/* For crawlers, which do not navigate: the browser's script has no part of it. */}
      {import.meta.env.SSR && (
        <>
          <meta property="og:title" content={title || HOME_TITLE} />
          <meta property="og:description" content={description} />
        </>
      )}
      {heading && (
        <h1 tabIndex={-1} className="type-h1">
          {heading}
        </h1>
      )}
    </>
  )
}
