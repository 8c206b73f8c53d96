import type { PlannedPriceInput } from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { dataQuery } from '../../../lib/query-keys.ts'
import { IconButton } from '../../../ui/button.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { ProductSearch } from '../settings/link-field.tsx'
import { optionsOf, staffCategoriesQuery, staffCollectionsQuery } from './categories.api.ts'

type Kind = PlannedPriceInput['target']['kind']

interface Named {
  _id: string
  name: string
}

interface TargetPickerProps {
  kind: Kind
  /** Ids of that kind. */
  chosen: string[]
  label: string
  add: string
  known?: Named[]
  /** What is chosen can be read alone. */
  isFixed?: boolean
  onChange: (chosen: string[]) => void
}

/** More names would be asked for than one call answers. */
const MOST_NAMED = 50

/** Chosen categories, collections or products, each of which can be removed, and a field that adds one. */
export function TargetPicker({ kind, chosen, label, add, known = [], isFixed = false, onChange }: TargetPickerProps) {
  const [added, setAdded] = useState<Named[]>([])
  const offered = useOffered(kind)
  const named = useProductNames(kind === 'products' ? chosen.slice(0, MOST_NAMED) : [])
  const names = new Map([...known, ...offered, ...named, ...added].map(({ _id, name }) => [_id, name]))
  const unnamed = kind === 'products' ? 'A product that is not active' : '…'

  return (
    <>
      {chosen.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {chosen.slice(0, MOST_NAMED).map(id => (
            <li key={id} className="inline-flex items-center rounded-full border border-line py-0.5 pl-3">
              <span dir="auto" className="wrap-anywhere">
                {names.get(id) ?? unnamed}
              </span>
              <IconButton
                label={`Remove ${names.get(id) ?? 'it'}`}
                size={32}
                noTip
                onClick={() => onChange(chosen.filter(other => other !== id))}
              >
                <X className="size-4!" />
              </IconButton>
            </li>
          ))}
          {chosen.length > MOST_NAMED && (
            <li className="py-1.5 text-ink-2">{`and ${chosen.length - MOST_NAMED} more`}</li>
          )}
        </ul>
      )}
      {isFixed ? null : kind === 'products' ? (
        <ProductSearch
          label={add}
          chosen={chosen}
          onAdd={product => {
            setAdded([...added, product])
            onChange([...chosen, product._id])
          }}
        />
      ) : (
        <SelectBox
          aria-label={add}
          value=""
          placeholder={add}
          options={optionsOf(offered.filter(({ _id }) => !chosen.includes(_id)))}
          onChange={({ currentTarget: { value } }) => value && onChange([...chosen, value])}
        />
      )}
    </>
  )
}

function useOffered(kind: Kind): Named[] {
  const { data: categories = [] } = useQuery({ ...staffCategoriesQuery(), enabled: kind === 'category' })
  const { data: collections = [] } = useQuery({ ...staffCollectionsQuery(), enabled: kind === 'collection' })
  if (kind === 'collection') return collections
  if (kind === 'products') return []
  return categories.map(({ _id, name, parent }) => ({ _id, name: parent ? `${parent.name} › ${name}` : name }))
}

function useProductNames(ids: string[]): Named[] {
  const { data = [] } = useQuery({
    ...dataQuery('GET /products/cards', { query: { ids: ids.join(',') } }),
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })
  return data
}
