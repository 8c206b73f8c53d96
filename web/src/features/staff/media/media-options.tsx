import type { Media } from '@mela/contract'
import { type KeyboardEvent, useState } from 'react'
import type { Elements } from '../../../ui/layout/elements.ts'
import { MediaOption } from './media-option.tsx'

interface MediaOptionsProps {
  label: string
  media: readonly Media[]
  chosen: readonly Media[]
  /** Whether the order of the chosen pictures matters, so that it is shown as numbers. */
  isNumbered: boolean
  onToggle: (media: Media) => void
  children: Elements
}

/** A listbox of pictures with one tab stop: arrow keys move between pictures, space and enter choose. */
export function MediaOptions({ label, media, chosen, isNumbered, onToggle, children }: MediaOptionsProps) {
  const [lastId, setLastId] = useState<string>()
  const reachableId = media.some(({ _id }) => _id === lastId) ? lastId : media[0]?._id

  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,44%),1fr))] content-start gap-3 p-1">
      {children}
      <div
        role="listbox"
        aria-label={label}
        aria-multiselectable={isNumbered}
        className="contents"
        onKeyDown={moveByArrows}
      >
        {media.map(picture => (
          <MediaOption
            key={picture._id}
            picture={picture}
            place={chosen.findIndex(({ _id }) => _id === picture._id) + 1}
            isNumbered={isNumbered}
            isReachable={picture._id === reachableId}
            onFocus={() => setLastId(picture._id)}
            onToggle={() => onToggle(picture)}
          />
        ))}
      </div>
    </div>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
  const index = options.findIndex(option => option.contains(document.activeElement))
  const grid = event.currentTarget.parentElement
  const columns = grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: Math.min(index + columns, options.length - 1),
    Home: 0,
    End: options.length - 1,
  }
  const next = options[steps[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
