import { optionsText } from '@mela/contract'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Switch } from '../../../../ui/controls/switch.tsx'
import { Picture } from '../../../../ui/values/picture.tsx'
import { isCellChanged, TYPED_FIELDS, type VariantValues } from '../variant-values.ts'
import { type Column, isText, withCell } from './grid-model.ts'
import { COLUMN_LABELS } from './grid-row.tsx'
import { toggled, type VariantTableProps } from './variant-grid.tsx'

const FIELDS = ['sku', 'barcode', 'price', 'salePrice', 'stock'] as const satisfies Column[]

/** One card per variant, for small screens; opened for editing. */
export function VariantCards(props: VariantTableProps) {
  const { rows, loaded, known, errors, inherited, onSale, selected, onSelect, onChange, onPickPicture } = props
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const set = (index: number, row: VariantValues) => onChange(rows.map((one, at) => (at === index ? row : one)))

  return (
    <ol className="grid gap-2" aria-label="Variants">
      {rows.map((row, index) => {
        const name = optionsText(row.options)
        const before = loaded.get(row.key)
        const isChanged = !before || TYPED_FIELDS.some(field => isCellChanged(row, before, field))
        const messages = errors[index]
        const isOpen = open.has(row.key) || messages !== undefined
        return (
          <li key={row.key} className="rounded-control border border-line">
            <div className="flex items-center gap-3 p-2 pl-3">
              <input
                type="checkbox"
                aria-label={`Select ${name}`}
                className="size-6 shrink-0 accent-ink"
                checked={selected.has(row.key)}
                onChange={() => onSelect(toggled(selected, row.key))}
              />
              <button
                type="button"
                aria-expanded={isOpen}
                className="flex min-h-11 min-w-0 grow items-center gap-3 text-left"
                onClick={() => setOpen(toggled(open, row.key))}
              >
                <span className="size-8 shrink-0 overflow-hidden rounded-control">
                  <Picture picture={known.get(row.media)} alt="" sizes="32px" />
                </span>
                <span className="min-w-0 grow">
                  <span className="wrap-anywhere block font-medium">
                    {name}
                    {isChanged && (
                      <span className="ml-1.5 inline-block size-1.5 rounded-full bg-warn align-middle">
                        <span className="sr-only">changed</span>
                      </span>
                    )}
                  </span>
                  <span className="type-small text-ink-2">
                    {row.price || inherited.price} · {row.stock || 0} in stock{!row.isActive && ' · inactive'}
                  </span>
                </span>
                <ChevronDown className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
              </button>
            </div>
            {isOpen && (
              <div className="grid gap-3 border-line border-t p-3">
                {messages?.name && <p className="type-small text-danger">{messages.name}</p>}
                {FIELDS.map(column => (
                  <label key={column} className="type-ui grid gap-1">
                    {COLUMN_LABELS[column]}
                    <input
                      className="control"
                      autoComplete="off"
                      inputMode={column === 'sku' || column === 'barcode' ? 'text' : 'decimal'}
                      placeholder={column === 'price' || column === 'salePrice' ? inherited[column] : ''}
                      aria-invalid={messages?.[column] ? true : undefined}
                      value={isText(column) ? row[column] : ''}
                      onChange={event => set(index, withCell(row, column, event.currentTarget.value, onSale))}
                    />
                    {messages?.[column] && <span className="type-small text-danger">{messages[column]}</span>}
                    {row.theirs?.[column] !== undefined && (
                      <span className="type-small text-warn">
                        Saved by someone else: {row.theirs[column] || 'none'}
                      </span>
                    )}
                  </label>
                ))}
                <div className="flex items-center justify-between gap-3">
                  <Button variant="outline" size={40} onClick={() => onPickPicture(index)}>
                    {row.media ? 'Change picture' : 'Choose picture'}
                  </Button>
                  <span className="flex items-center gap-2">
                    Active
                    <Switch
                      label={`${name} is active`}
                      checked={row.isActive}
                      onChange={isActive => set(index, { ...row, isActive })}
                    />
                  </span>
                </div>
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
