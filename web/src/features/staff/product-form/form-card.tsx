import type { Elements } from '../../../ui/layout/elements.ts'

export function FormCard({ title, aside, children }: { title: string; aside?: Elements; children: Elements }) {
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
