import { type Media, staffPaths } from '@mela/contract'
import { useId } from 'react'
import { Link } from 'react-router'
import { cx, type Elements } from '../../../ui/cx.ts'
import { Picture } from '../../../ui/picture.tsx'

interface CardProps {
  title: string
  aside?: Elements
  className?: string
  children: Elements
}

export function Card({ title, aside, className, children }: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('grid min-w-0 content-start gap-4 rounded-tile border border-line bg-surface p-5', className)}
    >
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={id} className="font-semibold text-base">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

interface ProductLineProps {
  id: string
  name: string
  thumbnail: Media | null
  children: Elements
}

/** A product of a short list; its name links to its form. */
export function ProductLine({ id, name, thumbnail, children }: ProductLineProps) {
  return (
    <li className="relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-3 border-line py-2 not-last:border-b">
      <span className="block size-10 overflow-hidden rounded-control">
        <Picture picture={thumbnail} alt="" sizes="40px" />
      </span>
      <Link
        dir="auto"
        to={staffPaths.editProduct(id)}
        className="line-clamp-2 font-medium after:absolute after:inset-0 hover:underline"
      >
        {name}
      </Link>
      {children}
    </li>
  )
}

/** A day of the charts, without its year: '21 Nov', or 'Saturday, 21 November'. */
export function chartDayText(day: string, style: 'short' | 'long' = 'short'): string {
  const options =
    style === 'long'
      ? ({ weekday: 'long', day: 'numeric', month: 'long' } as const)
      : ({ day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat('en-IN', { ...options, timeZone: 'UTC' }).format(new Date(day))
}
