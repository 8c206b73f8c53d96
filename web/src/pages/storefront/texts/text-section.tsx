import type { ReactNode } from 'react'

interface TextSectionProps {
  /** The anchor for links. */
  id: string
  title: string
  children: ReactNode
}

export function TextSection({ id, title, children }: TextSectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="type-h2 group">
        {title}{' '}
        <a
          href={`#${id}`}
          aria-label={`Link to ${title}`}
          className="text-ink-3 no-underline opacity-0 transition-opacity focus-visible:opacity-100 group-hover:opacity-100"
        >
          #
        </a>
      </h2>
      {children}
    </section>
  )
}
