import type { Ref } from 'react'
import type { Elements } from '../../../ui/cx.ts'

interface ProfileSectionProps {
  id: string
  title: string
  action?: Elements
  /** The heading is focusable, for when the focused element is removed. */
  headingRef?: Ref<HTMLHeadingElement>
  children: Elements
}

export function ProfileSection({ id, title, action, headingRef, children }: ProfileSectionProps) {
  return (
    <section id={id} aria-label={title} className="mt-14 scroll-mt-22 lg:mt-18">
      <div className="mb-5 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 ref={headingRef} tabIndex={-1} className="type-h2 outline-none">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
