import type { LibraryMedia } from '@mela/contract'
import { Trash2 } from 'lucide-react'
import { countLabel } from '../../../lib/format/format.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Picture } from '../../../ui/values/picture.tsx'

interface MediaCardProps {
  media: LibraryMedia
  onDelete: () => void
}

export function MediaCard({ media, onDelete }: MediaCardProps) {
  const { name, url } = media

  return (
    <li className="group relative grid content-start overflow-clip rounded-tile border border-line bg-surface">
      <a href={url} target="_blank" rel="noopener" className="-outline-offset-2">
        <Picture
          picture={media}
          alt={`${name}, open in full`}
          sizes="(min-width: 64rem) 280px, (min-width: 48rem) 24vw, 45vw"
        />
      </a>
      <div className="grid gap-0.5 px-3 py-2.5">
        <p dir="auto" className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="type-small text-ink-2">{usesOf(media)}</p>
      </div>
      <IconButton
        label={`Delete ${name}`}
        tipEnd
        className="absolute! top-2 right-2 bg-surface text-danger! opacity-0 shadow-menu transition-opacity hover:bg-danger-soft group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        size={40}
        onClick={onDelete}
      >
        <Trash2 />
      </IconButton>
    </li>
  )
}

function usesOf({ usedBy, categories, pages, isOfShop }: LibraryMedia): string {
  const uses = [
    usedBy > 0 && countLabel(usedBy, 'product'),
    categories.length > 0 && countLabel(categories.length, 'category', 'categories'),
    pages.length > 0 && countLabel(pages.length, 'page'),
    isOfShop && 'settings',
  ].filter(Boolean)
  return uses.length > 0 ? `In ${uses.join(', ')}` : 'Not used'
}
