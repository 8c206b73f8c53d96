import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { SelectBox } from '../../../../ui/select.tsx'
import { COLUMN_LABELS, type Column } from './grid-model.ts'
import { onEnter } from './use-draft.ts'

interface BulkBarProps {
  count: number
  onSet: (column: Column, text: string) => void
  onSetActive: (isActive: boolean) => void
  onPicture: () => void
  onRemove: () => void
  onClear: () => void
}

const HINTS = {
  price: 'Such as 49, +5 or -5',
  salePrice: 'Such as 39, +5 or -5',
  stock: 'Such as 10, +5 or -5',
  content: 'Such as 750 ml',
  weight: 'Such as 260, +5 or -5',
  sku: 'Beginning; the options follow',
}
type Field = keyof typeof HINTS
const FIELDS = Object.keys(HINTS) as Field[]

export function BulkBar({ count, onSet, onSetActive, onPicture, onRemove, onClear }: BulkBarProps) {
  const [column, setColumn] = useState<Field>('price')
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const handleSubmit = useEffectEvent(() => text.trim() !== '' && handleSet())
  useEffect(() => {
    const form = input.current?.form
    const listen = () => void handleSubmit()
    form?.addEventListener('submit', listen, { capture: true })
    return () => form?.removeEventListener('submit', listen, { capture: true })
  }, [])

  function handleSet() {
    onSet(column, text)
    setText('')
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
          onChange={event => setColumn(event.currentTarget.value as Field)}
          options={FIELDS.map(name => ({ value: name, label: COLUMN_LABELS[name] }))}
        />
      </div>
      <input
        ref={input}
        aria-label={`${COLUMN_LABELS[column]} of the selected variants`}
        placeholder={HINTS[column]}
        autoComplete="off"
        value={text}
        className="control h-10! w-56!"
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={onEnter(handleSet)}
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
