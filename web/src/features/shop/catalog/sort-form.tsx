import { useId } from 'react'
import { SubmitSelect } from '../../../ui/controls/submit-select.tsx'
import { GetForm } from '../../../ui/forms/get-form.tsx'
import { keptWithout, type ProductScope } from './list-address.ts'

const orders = [
  ['price-asc', 'Price: low to high'],
  ['price-desc', 'Price: high to low'],
  ['rating', 'Best rated'],
] as const

/** A search starts by relevance, all other lists with the newest. */
export function SortForm({ scope, className }: { scope: ProductScope; className?: string }) {
  const id = useId()
  const sort = scope.kept.get('sort') ?? ''
  const byKeyword = scope.kept.has('keyword')

  return (
    <GetForm action={scope.path} kept={keptWithout(scope, 'sort')} className={className}>
      <label htmlFor={id} className="type-small shrink-0 text-ink-2">
        Sort by
      </label>
      <SubmitSelect
        id={id}
        name="sort"
        defaultValue={byKeyword || sort !== 'newest' ? sort : ''}
        submitLabel="Sort"
        className="min-h-11!"
      >
        <option value="">{byKeyword ? 'Relevance' : 'Newest'}</option>
        {byKeyword && <option value="newest">Newest</option>}
        {orders.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SubmitSelect>
    </GetForm>
  )
}
