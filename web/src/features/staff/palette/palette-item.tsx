import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import type { Elements } from '../../../ui/layout/elements.ts'

interface PaletteItemProps {
  /** Unique in the list. */
  id: string
  label: string
  /** Under the label, to distinguish similar items. */
  note?: string | undefined
  icon?: Elements
  children?: ReactNode
  onSelect: () => void
}

export function PaletteItem({ id, label, note, icon, children, onSelect }: PaletteItemProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 data-[selected=true]:bg-ink/6"
    >
      {icon}
      <span className="min-w-0 grow">
        <span dir="auto" className="block truncate font-medium">
          {label}
        </span>
        {note && (
          <span dir="auto" className="type-small block truncate text-ink-2">
            {note}
          </span>
        )}
      </span>
      {children && <span className="flex shrink-0 items-center gap-3 tabular-nums">{children}</span>}
    </Command.Item>
  )
}
