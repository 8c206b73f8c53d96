import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useModal } from '../../../ui/dialogs/use-modal.ts'
import { PaletteResults } from './palette-results.tsx'
import { type Place, rememberPlace } from './recent-places.ts'

/** Finds screens, products, orders and customers by a few characters. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const ref = useModal()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')

  // The dialog would focus the list's frame when it opens.
  useLayoutEffect(() => input.current?.focus(), [])

  function handleCancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  function handleChoose(place: Place, isFound: boolean) {
    if (isFound) rememberPlace(place)
    onClose()
    void navigate(place.to)
  }

  return (
    <dialog
      ref={ref}
      aria-label="Search the dashboard"
      onCancel={handleCancel}
      onMouseDown={event => event.target === event.currentTarget && onClose()}
      className="dialog-in mx-auto mt-3 mb-auto max-h-[calc(100dvh-1.5rem)] w-[calc(100%-1.5rem)] max-w-160 overflow-hidden rounded-dialog bg-surface text-ink shadow-dialog sm:mt-[12vh] sm:max-h-[76vh] dark:border"
    >
      <Command label="Search the dashboard" shouldFilter={false} loop className="dense flex max-h-[inherit] flex-col">
        <div className="flex items-center gap-3 border-line border-b px-4">
          <Search className="text-ink-2" />
          <Command.Input
            dir="auto"
            ref={input}
            value={typed}
            onValueChange={setTyped}
            maxLength={100}
            placeholder="Search products, orders, customers and screens"
            className="h-14 min-w-0 grow bg-transparent text-base outline-none"
          />
          <kbd className="type-small rounded-[5px] border border-line px-1.5 text-ink-2 max-sm:hidden">Esc</kbd>
        </div>
        <PaletteResults typed={typed.trim()} onChoose={handleChoose} />
      </Command>
    </dialog>
  )
}
