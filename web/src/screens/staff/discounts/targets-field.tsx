import type { StaffDiscount } from '@mela/contract'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { TargetPicker } from '../categories/target-picker.tsx'
import { SCOPE_LABELS } from './describe-discount.ts'
import type { DiscountValues } from './discount-form.tsx'
import { SentenceSelect } from './sentence-fields.tsx'

const KINDS = { categories: 'category', collections: 'collection', products: 'products' } as const

/** What a discount applies to: everything, or what is chosen of one kind. Must be inside its form. */
export function TargetsField({ known }: { known: StaffDiscount['targets'] }) {
  const { setValue } = useFormContext<DiscountValues>()
  const appliesTo = useWatch<DiscountValues, 'appliesTo'>({ name: 'appliesTo' })
  const { field } = useController<DiscountValues, 'targets'>({ name: 'targets' })

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
          <TargetPicker
            key={appliesTo}
            kind={KINDS[appliesTo]}
            chosen={field.value}
            label={`Chosen ${SCOPE_LABELS[appliesTo]}`}
            add={`Add ${SCOPE_LABELS[appliesTo]}`}
            known={known}
            onChange={field.onChange}
          />
        </div>
      )}
    </>
  )
}
