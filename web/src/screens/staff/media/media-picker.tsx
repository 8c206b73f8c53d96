import { type Media, STAFF_PAGE_CAP } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, ImageUp, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx, type Elements } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { mediaQuery, UploadTile, useUploads } from './uploads.tsx'

interface MediaPickerProps {
  title: string
  /** Maximum number; with 1, a new choice replaces the old one. Without it, there is no limit. */
  limit?: number
  /** A logo may be an SVG. */
  isLogo?: boolean
  chosen: readonly Media[]
  onChoose: (media: Media[]) => void
  onClose: () => void
}

/** A dialog that chooses pictures of the library in an order, or uploads new ones. It is open while mounted. */
export function MediaPicker({ title, limit = Infinity, isLogo, chosen, onChoose, onClose }: MediaPickerProps) {
  const [keyword, setKeyword] = useState('')
  const [picked, setPicked] = useState(chosen)
  const { uploads, add, remove, send, isSending } = useUploads(
    media => setPicked(known => choose(known, media, limit)),
    isLogo,
  )
  const media = useQuery(mediaQuery({ page: 1, size: STAFF_PAGE_CAP, keyword: keyword.trim() }))

  function handleChoose() {
    onChoose([...picked])
    onClose()
  }

  return outsideForm(
    <Dialog
      kind="wide"
      title={title}
      onClose={onClose}
      footer={
        <>
          <p role="status" className="type-ui mr-auto self-center">
            {`Selected ${picked.length}`}
          </p>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={isSending} onClick={handleChoose}>
            {limit === 1 ? 'Use picture' : 'Use pictures'}
          </Button>
        </>
      }
    >
      <SearchBox keyword={keyword} onChange={setKeyword} />
      <div className="h-[52dvh] overflow-y-auto">
        <Async
          query={media}
          loading="Loading media, please wait a moment..."
          error="Something went wrong, please try again."
        >
          {({ data }) => (
            <MediaOptions
              label={title}
              media={data}
              chosen={picked}
              isNumbered={limit !== 1}
              onToggle={media => setPicked(choose(picked, media, limit))}
            >
              <FileDrop
                multiple
                accept="image/*"
                aria-label="Choose pictures"
                onFiles={files => void send(add(files))}
                className="aspect-square"
              >
                <ImageUp />
                <span className="type-small">Upload, drop or paste</span>
              </FileDrop>
              {uploads.map(upload => (
                <UploadTile key={upload.id} upload={upload} isSending={isSending} onRemove={() => remove(upload.id)} />
              ))}
            </MediaOptions>
          )}
        </Async>
      </div>
    </Dialog>,
  )
}

/** Renders a dialog outside the form in the DOM: Enter in its fields would submit the surrounding form. */
export function outsideForm(dialog: ReactNode) {
  const page = document.getElementById('content')
  return page && createPortal(dialog, page)
}

function SearchBox({ keyword, onChange }: { keyword: string; onChange: (keyword: string) => void }) {
  return (
    <search className="relative">
      <Search className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-2" />
      <input
        dir="auto"
        type="search"
        aria-label="Search media"
        placeholder="Search media"
        value={keyword}
        maxLength={100}
        autoComplete="off"
        onChange={event => onChange(event.currentTarget.value)}
        className="control pl-10!"
      />
    </search>
  )
}

/** The choice after a press on an item: a chosen item is removed; above `limit`, the first chosen item is dropped. */
function choose(chosen: readonly Media[], item: Media, limit: number): Media[] {
  const others = chosen.filter(({ _id }) => _id !== item._id)
  return others.length < chosen.length ? others : [...others, item].slice(-limit)
}

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
function MediaOptions({ label, media, chosen, isNumbered, onToggle, children }: MediaOptionsProps) {
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

interface MediaOptionProps {
  picture: Media
  /** Its position among the chosen ones, from 1; 0 when it is not chosen. */
  place: number
  isNumbered: boolean
  isReachable: boolean
  onFocus: () => void
  onToggle: () => void
}

function MediaOption({ picture, place, isNumbered, isReachable, onFocus, onToggle }: MediaOptionProps) {
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
