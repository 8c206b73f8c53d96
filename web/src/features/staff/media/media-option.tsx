import type { Media } from '@mela/contract'
import { Check } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { cx } from '../../../ui/layout/cx.ts'
import { Picture } from '../../../ui/values/picture.tsx'

interface MediaOptionProps {
  picture: Media
  /** Its position among the chosen ones, from 1; 0 when it is not chosen. */
  place: number
  isNumbered: boolean
  /** Whether it is the tab stop. */
  isReachable: boolean
  onFocus: () => void
  onToggle: () => void
}

export function MediaOption({ picture, place, isNumbered, isReachable, onFocus, onToggle }: MediaOptionProps) {
  const isChosen = place > 0

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    onToggle()
  }

  return (
    <div
      role="option"
      aria-selected={isChosen}
      aria-label={isNumbered && isChosen ? `${picture.name}, number ${place}` : picture.name}
      tabIndex={isReachable ? 0 : -1}
      onFocus={onFocus}
      onClick={onToggle}
      onKeyDown={handleKeyDown}
      className="relative grid cursor-pointer content-start gap-1.5 rounded-control [contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
    >
      <Picture
        picture={picture}
        alt=""
        sizes="160px"
        className={cx('rounded-control', isChosen && 'outline-3 outline-info -outline-offset-3')}
      />
      <span className={cx('type-small truncate', isChosen && 'font-semibold')}>{picture.name}</span>
      {isChosen && (
        <span className="absolute top-2 left-2 grid h-6 min-w-6 place-items-center rounded-full bg-info px-1.5 font-semibold text-surface text-xs tabular-nums">
          {isNumbered ? place : <Check className="size-4" />}
        </span>
      )}
    </div>
  )
}
