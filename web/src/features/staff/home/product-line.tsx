import { type Media, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import type { Elements } from '../../../ui/layout/elements.ts'
import { Picture } from '../../../ui/values/picture.tsx'

interface ProductLineProps {
  id: string
  name: string
  thumbnail: Media | null
  /** A figure, on the right. */
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
