import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { IconButton } from '../../../ui/button.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { optionsOf, staffCategoriesQuery, staffCollectionsQuery } from '../categories/categories.api.ts'
import { ProductSearch } from '../settings/link-field.tsx'
import { SCOPE_LABELS } from './describe-discount.ts'
import type { DiscountValues } from './discount-form.tsx'
import { SentenceSelect } from './sentence-fields.tsx'

interface Target {
  _id: string
  name: string
}

/** What a discount applies to: everything, or what is chosen of one kind. Must be inside its form. */
export function TargetsField({ known }: { known: Target[] }) {
  const { setValue } = useFormContext<DiscountValues>()
  const appliesTo = useWatch<DiscountValues, 'appliesTo'>({ name: 'appliesTo' })
  const { field } = useController<DiscountValues, 'targets'>({ name: 'targets' })
  const [added, setAdded] = useState<Target[]>([])
  const { data: categories } = useQuery({ ...staffCategoriesQuery(), enabled: appliesTo === 'categories' })
  const { data: collections } = useQuery({ ...staffCollectionsQuery(), enabled: appliesTo === 'collections' })
  const offered = appliesTo === 'categories' ? categories : collections
  const names = new Map([...known, ...added, ...(offered ?? [])].map(({ _id, name }) => [_id, name]))

  function handleAdd(target: Target) {
    setAdded([...added, target])
    field.onChange([...field.value, target._id])
  }

  return (
    <>
      {/* Ids of one kind are none of another. */}
      <SentenceSelect
        name="appliesTo"
        label="What it applies to"
        options={SCOPE_LABELS}
        onChange={() => setValue('targets', [], { shouldDirty: true })}
      />
      {appliesTo !== 'everything' && (
        <div className="grid gap-3 pt-2 leading-normal">
          <ul aria-label={`Chosen ${SCOPE_LABELS[appliesTo]}`} className="flex flex-wrap gap-2">
            {field.value.map(id => (
              <li key={id} className="inline-flex items-center rounded-full border border-line py-0.5 pl-3">
                <span dir="auto" className="wrap-anywhere">
                  {names.get(id) ?? '…'}
                </span>
                <IconButton
                  label={`Remove ${names.get(id) ?? 'it'}`}
                  size={32}
                  noTip
                  onClick={() => field.onChange(field.value.filter(other => other !== id))}
                >
                  <X className="size-4!" />
                </IconButton>
              </li>
            ))}
          </ul>
          {appliesTo === 'products' ? (
            <ProductSearch
              label="Add products"
              chosen={field.value}
              onAdd={({ _id, name }) => handleAdd({ _id, name })}
            />
          ) : (
            <SelectBox
              aria-label={`Add ${SCOPE_LABELS[appliesTo]}`}
              value=""
              placeholder={`Add ${SCOPE_LABELS[appliesTo]}`}
              options={optionsOf((offered ?? []).filter(({ _id }) => !field.value.includes(_id)))}
              onChange={({ currentTarget: { value } }) => value && field.onChange([...field.value, value])}
            />
          )}
        </div>
      )}
    </>
  )
}
