import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  /** Beside the title, such as a button. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a screen of the dashboard that has a name. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId()

  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-4 rounded-tile border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 id={id} className="font-semibold text-[0.9375rem]">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
