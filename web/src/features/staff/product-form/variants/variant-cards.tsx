import { optionsText } from '@mela/contract'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { usePrice } from '../../../../lib/shop.ts'
import { Picture } from '../../../../ui/values/picture.tsx'
import { isCellChanged, TYPED_FIELDS, type VariantValues } from '../variant-values.ts'
import { VariantFields } from './variant-fields.tsx'
import { toggled, type VariantTableProps } from './variant-grid.tsx'

/** The variants as cards for small screens; a card is opened for editing. */
export function VariantCards(props: VariantTableProps) {
  const price = usePrice()
  const { rows, loaded, known, errors, inherited, selected, onSelect } = props
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const isAll = rows.every(({ key }) => selected.has(key))

  return (
    <>
      <label className="type-ui flex min-h-11 items-center gap-3 pl-3">
        <input
          type="checkbox"
          className="size-6 accent-ink"
          checked={isAll}
          onChange={() => onSelect(new Set(isAll ? [] : rows.map(({ key }) => key)))}
        />
        Select all variants
      </label>
      <ol className="grid gap-2" aria-label="Variants">
        {rows.map((row, index) => {
          const name = optionsText(row.options)
          const before = loaded.get(row.key)
          const isChanged = !before || TYPED_FIELDS.some(field => isCellChanged(row, before, field))
          const isOpen = open.has(row.key) || errors[index] !== undefined
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
              {isOpen && <VariantFields {...props} index={index} row={row} />}
            </li>
          )
        })}
      </ol>
    </>
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
