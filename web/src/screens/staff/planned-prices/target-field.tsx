import type { PlannedPriceInput } from '@mela/contract'
import { useController } from 'react-hook-form'
import { ErrorText } from '../../../ui/error-text.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { Field } from '../../../ui/text-field.tsx'
import { TargetPicker } from '../categories/target-picker.tsx'
import type { PlanValues } from './planned-price-form.tsx'

type Kind = PlannedPriceInput['target']['kind']

const LABELS: Record<Kind, { label: string; add: string; help: string }> = {
  category: {
    label: 'Products of a category',
    add: 'Add a category',
    help: 'With the categories in it. The products are those that are in it when the sale begins, without gift cards.',
  },
  collection: {
    label: 'Products of a collection',
    add: 'Add a collection',
    help: 'The products are those that shoppers see in it when the sale begins, without gift cards.',
  },
  products: { label: 'Chosen products', add: 'Add products', help: '' },
}

const KINDS = Object.entries(LABELS).map(([value, { label }]) => ({ value, label }))

interface TargetFieldProps {
  /** What a sale that has begun reduces can be read alone. */
  isFixed: boolean
}

/** What is on sale: categories, collections or products. Must be inside a sale's form. */
export function TargetField({ isFixed }: TargetFieldProps) {
  const { field, fieldState } = useController<PlanValues, 'target'>({ name: 'target' })
  const { kind, ids } = field.value

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
      <TargetPicker
        key={kind}
        kind={kind}
        chosen={ids}
        label={LABELS[kind].label}
        add={LABELS[kind].add}
        isFixed={isFixed}
        onChange={ids => field.onChange({ kind, ids })}
      />
      <ErrorText>{messageIn(fieldState.error)}</ErrorText>
    </div>
  )
}

/** The schema finds fault with the ids, the server with the target. */
const messageIn = (error: { message?: string; ids?: unknown } | undefined): string | undefined =>
  error?.message ?? (error?.ids as { message?: string } | undefined)?.message
