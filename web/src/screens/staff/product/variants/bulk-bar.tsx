import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { SelectBox } from '../../../../ui/select.tsx'
import type { Column } from './grid-model.ts'
import { useBeforeSubmit } from './use-draft.ts'

interface BulkBarProps {
  count: number
  onSet: (column: Column, text: string) => void
  onSetActive: (isActive: boolean) => void
  onPicture: () => void
  onRemove: () => void
  onClear: () => void
}

const FIELDS = [
  { column: 'price', label: 'Price', hint: 'Such as 49, +5 or -5' },
  { column: 'salePrice', label: 'Sale price', hint: 'Such as 39, +5 or -5' },
  { column: 'stock', label: 'Stock', hint: 'Such as 10, +5 or -5' },
  { column: 'sku', label: 'SKU', hint: 'Beginning; the options follow' },
] as const

/** Sets one value in all selected variants. */
export function BulkBar({ count, onSet, onSetActive, onPicture, onRemove, onClear }: BulkBarProps) {
  const [column, setColumn] = useState<Column>('price')
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useBeforeSubmit(input, () => text.trim() !== '' && handleSet())
  const field = FIELDS.find(one => one.column === column) ?? FIELDS[0]

  function handleSet() {
    onSet(column, text)
    setText('')
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleSet()
  }

  return (
    <section
      aria-label="Selected variants"
      className="flex flex-wrap items-center gap-2 rounded-control bg-info-soft p-2"
    >
      <p role="status" className="type-ui px-2">
        {`${count} selected`}
      </p>
      <div className="w-36">
        <SelectBox
          aria-label="What to set"
          className="h-10!"
          value={column}
          onChange={event => setColumn(event.currentTarget.value as Column)}
        >
          {FIELDS.map(({ column, label }) => (
            <option key={column} value={column}>
              {label}
            </option>
          ))}
        </SelectBox>
      </div>
      <input
        ref={input}
        aria-label={`${field.label} of the selected variants`}
        placeholder={field.hint}
        autoComplete="off"
        value={text}
        className="control h-10! w-56!"
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <Button size={40} onClick={handleSet}>
        Set
      </Button>
      <Button variant="ghost" size={40} onClick={() => onSetActive(true)}>
        Activate
      </Button>
      <Button variant="ghost" size={40} onClick={() => onSetActive(false)}>
        Deactivate
      </Button>
      <Button variant="ghost" size={40} onClick={onPicture}>
        Picture
      </Button>
      <Button variant="ghost" size={40} className="text-danger!" onClick={onRemove}>
        Remove
      </Button>
      <IconButton label="Clear selection" size={40} tipEnd className="ml-auto" onClick={onClear}>
        <X className="size-4" />
      </IconButton>
    </section>
  )
}
