import type { PlannedPriceInput, plannedTargets } from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { dataQuery } from '../../../lib/query-keys.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { Field } from '../../../ui/text-field.tsx'
import { optionsOf, staffCategoriesQuery, staffCollectionsQuery } from '../categories/categories.api.ts'
import { ProductSearch } from '../settings/link-field.tsx'
import type { PlanValues } from './planned-price-form.tsx'

type Kind = PlannedPriceInput['target']['kind']

const LABELS: Record<Kind, { label: string; add: string; help: string }> = {
  category: {
    label: 'Products of a category',
    add: 'Add a category',
    help: 'With the categories in it. The products are those that are in it when the sale begins.',
  },
  collection: {
    label: 'Products of a collection',
    add: 'Add a collection',
    help: 'The products are those that shoppers see in it when the sale begins.',
  },
  products: { label: 'Chosen products', add: 'Add products', help: '' },
}

const KINDS = (['category', 'collection', 'products'] as const satisfies (typeof plannedTargets)[number][]).map(
  value => ({
    value,
    label: LABELS[value].label,
  }),
)

/** More names would be asked for than one call answers. */
const MOST_NAMED = 50

interface TargetFieldProps {
  /** What a sale that has begun reduces can be read alone. */
  isFixed: boolean
}

/** What is on sale: categories, collections or products. Must be inside a sale's form. */
export function TargetField({ isFixed }: TargetFieldProps) {
  const { field, fieldState } = useController<PlanValues, 'target'>({ name: 'target' })
  const { kind, ids } = field.value
  const [added, setAdded] = useState<Named[]>([])
  const offered = useOffered(kind)
  const named = useProductNames(kind === 'products' ? ids.slice(0, MOST_NAMED) : [])
  const names = new Map([...offered, ...named, ...added].map(({ _id, name }) => [_id, name]))
  const setIds = (ids: string[]) => field.onChange({ kind, ids })

  return (
    <div className="grid gap-3">
      <Field label="On sale" help={LABELS[kind].help}>
        {control => (
          <SelectBox
            {...control}
            ref={field.ref}
            value={kind}
            options={KINDS}
            onChange={({ currentTarget }) => field.onChange({ kind: currentTarget.value, ids: [] })}
          />
        )}
      </Field>
      {ids.length > 0 && (
        <ul aria-label={LABELS[kind].label} className="flex flex-wrap gap-2">
          {ids.slice(0, MOST_NAMED).map(id => (
            <li key={id} className="inline-flex items-center rounded-full border border-line py-0.5 pl-3">
              <span dir="auto" className="wrap-anywhere">
                {names.get(id) ?? 'A product that is not active'}
              </span>
              <IconButton
                label={`Remove ${names.get(id) ?? 'it'}`}
                size={32}
                noTip
                onClick={() => setIds(ids.filter(other => other !== id))}
              >
                <X className="size-4!" />
              </IconButton>
            </li>
          ))}
          {ids.length > MOST_NAMED && <li className="py-1.5 text-ink-2">{`and ${ids.length - MOST_NAMED} more`}</li>}
        </ul>
      )}
      {isFixed ? null : kind === 'products' ? (
        <ProductSearch
          label={LABELS[kind].add}
          chosen={ids}
          onAdd={product => {
            setAdded([...added, product])
            setIds([...ids, product._id])
          }}
        />
      ) : (
        <SelectBox
          aria-label={LABELS[kind].add}
          value=""
          placeholder={LABELS[kind].add}
          options={optionsOf(offered.filter(({ _id }) => !ids.includes(_id)))}
          onChange={({ currentTarget: { value } }) => value && setIds([...ids, value])}
        />
      )}
      <ErrorText>{messageIn(fieldState.error)}</ErrorText>
    </div>
  )
}

interface Named {
  _id: string
  name: string
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

/** The schema finds fault with the ids, the server with the target. */
const messageIn = (error: { message?: string; ids?: unknown } | undefined): string | undefined =>
  error?.message ?? (error?.ids as { message?: string } | undefined)?.message
