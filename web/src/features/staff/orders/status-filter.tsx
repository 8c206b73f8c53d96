import { type OrderStatus, orderStatuses } from '@mela/contract'
import { useId } from 'react'
import { humanise } from '../../../lib/format/humanise.ts'
import { SubmitSelect } from '../../../ui/controls/submit-select.tsx'
import { GetForm } from '../../../ui/forms/get-form.tsx'

interface StatusFilterProps {
  action: string
  status: OrderStatus | undefined
  /** The query of the page's address; its other keys are kept. */
  params: URLSearchParams
}

/** Filters all orders by status, including statuses without a list of their own. */
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
