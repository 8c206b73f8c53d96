import { type OrderStatus, orderStatuses } from '@mela/contract'
import { useId } from 'react'
import { humanise } from '../../../lib/format/humanise.ts'
import { SubmitSelect } from '../../../ui/controls/submit-select.tsx'
import { GetForm } from '../../../ui/forms/get-form.tsx'

interface StatusFilterProps {
  /** The list's own path. */
  action: string
  status: OrderStatus | undefined
  /** The query of the present address; what else narrows or sorts the list is kept. */
  params: URLSearchParams
}

/** Narrows all orders to one status, those without a list of their own included. */
export function StatusFilter({ action, status, params }: StatusFilterProps) {
  const id = useId()

  return (
    <GetForm action={action} kept={[...params].filter(([name]) => name !== 'status' && name !== 'page')}>
      <label htmlFor={id} className="sr-only">
        Status
      </label>
      <SubmitSelect
        id={id}
        name="status"
        defaultValue={status ?? ''}
        submitLabel="Show"
        className="min-h-11! border-line!"
      >
        <option value="">Any status</option>
        {orderStatuses.map(value => (
          <option key={value} value={value}>
            {humanise(value)}
          </option>
        ))}
      </SubmitSelect>
    </GetForm>
  )
}
