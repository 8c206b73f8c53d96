import type { ReactNode } from 'react'
import { useShop } from '../../lib/shop.ts'

interface PageTitleProps {
  /** The document's title without the shop's name; left out on the home page. */
  title?: string
  /** The page's description for search engines and shared links; the shop's by default. */
  description?: string
  /** The page's h1, for a plain heading. */
  heading?: ReactNode
}

/** The h1 is focusable, so that a route change can move the focus there. */
export function PageTitle({ title, description, heading }: PageTitleProps) {
  const shop = useShop()
  const homeTitle = `${shop.name} · ${shop.tagline.replace(/\.$/, '')}`
  const about = description ?? shop.description
  return (
    <>
      <title>{title ? `${title} · ${shop.name}` : homeTitle}</title>
      <meta name="description" content={about} />
      {/* For crawlers, which do not navigate: the browser's script has no part of it. */}
      {import.meta.env.SSR && (
        <>
          <meta property="og:title" content={title || homeTitle} />
          <meta property="og:description" content={about} />
        </>
      )}
      {heading && (
        <h1 dir="auto" tabIndex={-1} className="type-h1">
          {heading}
        </h1>
      )}
    </>
  )
}
