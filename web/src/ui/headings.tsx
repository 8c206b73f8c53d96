import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from '../lib/link.tsx'
import { useShop } from '../lib/shop.ts'
import type { Elements } from './cx.ts'

interface CardProps {
  title: string
  heading?: 'h2' | 'h3'
  action?: Elements
  children: Elements
}

export function Card({ title, heading: Heading = 'h2', action, children }: CardProps) {
  const id = useId()

  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-tile border border-line bg-surface p-5"
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading id={id} className="font-semibold text-base">
          {title}
        </Heading>
        {action}
      </div>
      {children}
    </section>
  )
}

export function Panel({ title, children }: { title: string; children: Elements }) {
  return (
    <section aria-label={title} className="grid gap-5 rounded-tile border border-line bg-surface p-5 sm:p-6">
      <h2 className="type-h3">{title}</h2>
      {children}
    </section>
  )
}

export function SectionHeading({ id, children, allPath }: { id: string; children: ReactNode; allPath?: string }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 pb-5 md:pb-7">
      <h2 id={id} className="type-h2">
        {allPath ? (
          <Link to={allPath} className="underline-offset-5 hover:underline">
            {children}
          </Link>
        ) : (
          children
        )}
      </h2>
      {allPath && (
        <Link
          to={allPath}
          className="type-ui -my-2 inline-flex items-center gap-2 py-2 underline-offset-3 hover:underline"
        >
          View all <ArrowRight className="size-4" />
        </Link>
      )}
    </div>
  )
}

interface PageTitleProps {
  /** The document's title without the shop's name; left out on the home page. */
  title?: string
  /** The page's description for search engines and shared links; the shop's by default. */
  description?: string
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
