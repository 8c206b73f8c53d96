import { optionsText } from '@mela/contract'
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { usePrice } from '../../../../lib/shop.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { isCellChanged, TYPED_FIELDS, type VariantValues } from '../product-values.ts'
import { COLUMN_LABELS, isAmount, moveRow, TEXTS, withCell } from './grid-model.ts'
import { inheritedIn, Theirs } from './grid-row.tsx'
import type { VariantTableProps } from './variant-grid.tsx'

/** The variants as cards for small screens; a card is opened for editing. */
export function VariantCards(table: VariantTableProps) {
  return (
    <>
      <label className="type-ui flex min-h-11 items-center gap-3 pl-3">
        <input type="checkbox" className="size-6 accent-ink" checked={table.isAll} onChange={table.onToggleAll} />
        Select all variants
      </label>
      <ol className="grid gap-2" aria-label="Variants">
        {table.rows.map((row, index) => (
          <VariantCard key={row.key} table={table} row={row} index={index} />
        ))}
      </ol>
    </>
  )
}

interface VariantCardProps {
  table: VariantTableProps
  row: VariantValues
  index: number
}

function VariantCard({ table, row, index }: VariantCardProps) {
  const price = usePrice()
  const [isPressed, setIsPressed] = useState(false)
  const { loaded, known, errors, inherited, selected, onToggle } = table
  const name = optionsText(row.options)
  const before = loaded.get(row.key)
  const isChanged = !before || TYPED_FIELDS.some(field => isCellChanged(row, before, field))
  const isOpen = isPressed || errors[index] !== undefined

  return (
    <li className="rounded-control border border-line">
      <div className="flex items-center gap-3 p-2 pl-3">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          className="size-6 shrink-0 accent-ink"
          checked={selected.has(row.key)}
          onChange={() => onToggle(row.key)}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-11 min-w-0 grow items-center gap-3 text-left"
          onClick={() => setIsPressed(!isPressed)}
        >
          <span className="size-8 shrink-0 overflow-hidden rounded-control">
            <Picture picture={known.get(row.media)} alt="" sizes="32px" />
          </span>
          <span className="min-w-0 grow">
            <span className="wrap-anywhere block font-medium">
              <span dir="auto">{name}</span>
              {isChanged && (
                <span className="ml-1.5 inline-block size-1.5 rounded-full bg-warn align-middle">
                  <span className="sr-only">changed</span>
                </span>
              )}
            </span>
            <span className="type-small text-ink-2">
              {`${pricesIn(row, inherited, price)} · ${row.stock || 0} in stock${!row.isActive ? ' · inactive' : ''}`}
            </span>
          </span>
          <ChevronDown className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </button>
      </div>
      {isOpen && <VariantFields table={table} row={row} index={index} />}
    </li>
  )
}

function pricesIn(
  row: VariantValues,
  inherited: VariantTableProps['inherited'],
  text: (amount: number) => string,
): string {
  const amountText = (typed: string) => (Number.isNaN(Number(typed)) ? typed : text(Number(typed)))
  const price = amountText(row.price || inherited.price)
  const salePrice = row.salePrice || inherited.salePrice
  return Number(salePrice) > 0 ? `${price}, on sale ${amountText(salePrice)}` : price
}

function VariantFields({ table, row, index }: VariantCardProps) {
  const { rows, errors, inherited, onSale, onChange, onPickPicture } = table
  const name = optionsText(row.options)
  const messages = errors[index]
  const set = (row: VariantValues) => onChange(rows => rows.with(index, row))
  const move = (by: number) => onChange(rows => moveRow(rows, index, index + by))

  return (
    <div className="grid gap-3 border-line border-t p-3">
      {messages?.name && <p className="type-small text-danger">{messages.name}</p>}
      {TEXTS.map(column => (
        <label key={column} className="type-ui grid gap-1">
          <span>{COLUMN_LABELS[column]}</span>
          <input
            className="control"
            autoComplete="off"
            inputMode={isAmount(column) ? 'decimal' : 'text'}
            placeholder={inheritedIn(column, inherited)}
            aria-invalid={messages?.[column] ? true : undefined}
            value={row[column]}
            onChange={({ currentTarget: { value } }) =>
              // A text is not trimmed while it is typed, because a space may be followed by more text.
              set(isAmount(column) ? withCell(row, column, value, onSale) : { ...row, [column]: value })
            }
            onBlur={() => row[column] !== row[column].trim() && set(withCell(row, column, row[column], onSale))}
          />
          {messages?.[column] && <span className="type-small text-danger">{messages[column]}</span>}
          <Theirs row={row} column={column} />
        </label>
      ))}
      <Button variant="outline" size={40} className="justify-self-start" onClick={() => onPickPicture(index)}>
        {row.media ? 'Change picture' : 'Choose picture'}
      </Button>
      <div className="flex items-center gap-2">
        <Switch label={`${name} is active`} checked={row.isActive} onChange={isActive => set({ ...row, isActive })} />
        <span>Active</span>
        <IconButton label={`Move ${name} up`} disabled={index === 0} className="ml-auto" onClick={() => move(-1)}>
          <ArrowUp className="size-5" />
        </IconButton>
        <IconButton label={`Move ${name} down`} tipEnd disabled={index === rows.length - 1} onClick={() => move(1)}>
          <ArrowDown className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}
