import type { ReactNode } from 'react'

export function FormCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-5 rounded-tile border border-line bg-surface p-5">
      <div className="flex items-center justify-between gap-4">
        <h2 className="type-h3">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
