import { optionsText } from '@mela/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Switch } from '../../../../ui/controls/switch.tsx'
import type { VariantValues } from '../variant-values.ts'
import { isAmount, moveRow, withCell } from './grid-model.ts'
import { COLUMN_LABELS } from './grid-row.tsx'
import type { VariantTableProps } from './variant-grid.tsx'

const FIELDS = ['sku', 'barcode', 'price', 'salePrice', 'stock'] as const

interface VariantFieldsProps extends VariantTableProps {
  index: number
  row: VariantValues
}

/** The fields of an open card. */
export function VariantFields({ index, row, rows, errors, inherited, onSale, onChange, ...props }: VariantFieldsProps) {
  const name = optionsText(row.options)
  const messages = errors[index]
  const set = (row: VariantValues) => onChange(rows.map((one, at) => (at === index ? row : one)))
  const move = (by: number) => onChange(moveRow(rows, index, index + by))

  return (
    <div className="grid gap-3 border-line border-t p-3">
      {messages?.name && <p className="type-small text-danger">{messages.name}</p>}
      {FIELDS.map(column => (
        <label key={column} className="type-ui grid gap-1">
          <span>{COLUMN_LABELS[column]}</span>
          <input
            className="control"
            autoComplete="off"
            inputMode={isAmount(column) ? 'decimal' : 'text'}
            placeholder={column === 'price' || column === 'salePrice' ? inherited[column] : ''}
            aria-invalid={messages?.[column] ? true : undefined}
            value={row[column]}
            onChange={({ currentTarget: { value } }) =>
              // A text is not trimmed while it is typed, because a space may be followed by more text.
              set(isAmount(column) ? withCell(row, column, value, onSale) : { ...row, [column]: value })
            }
            onBlur={() => row[column] !== row[column].trim() && set(withCell(row, column, row[column], onSale))}
          />
          {messages?.[column] && <span className="type-small text-danger">{messages[column]}</span>}
          {row.theirs?.[column] !== undefined && (
            <span className="type-small text-warn">{`Saved by someone else: ${row.theirs[column] || 'none'}`}</span>
          )}
        </label>
      ))}
      <Button variant="outline" size={40} className="justify-self-start" onClick={() => props.onPickPicture(index)}>
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
