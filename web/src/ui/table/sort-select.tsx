import { useId } from 'react'
import { SubmitSelect } from '../controls/submit-select.tsx'
import { GetForm } from '../forms/get-form.tsx'
import type { Column } from './data-table.tsx'

interface SortSelectProps<Row> {
  path: string
  /** The query of the page's address; everything but the page is kept. */
  params: URLSearchParams
  columns: Column<Row>[]
  /** The order of the list when the address names none; newest first when no column has it. */
  sortedBy: string | undefined
}

/** Sorts a list on small screens, whose cards have no heads to press. */
export function SortSelect<Row>({ path, params, columns, sortedBy = '' }: SortSelectProps<Row>) {
  const id = useId()
  const orders = columns.flatMap(ordersOf)
  if (orders.length === 0) return null
  const kept = [...params].filter(([name]) => name !== 'sort' && name !== 'page')
  const options = sortedBy === '' ? [{ value: '', label: 'Newest first' }, ...orders] : orders

  return (
    <GetForm action={path} kept={kept} className="flex items-center gap-3 md:hidden print:hidden">
      <label htmlFor={id} className="type-small text-ink-2">
        Sort by
      </label>
      <SubmitSelect
        id={id}
        name="sort"
        defaultValue={params.get('sort') ?? sortedBy}
        submitLabel="Sort"
        className="min-h-11! border-line!"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SubmitSelect>
    </GetForm>
  )
}

function ordersOf<Row>({ head, sort, sortNames }: Column<Row>) {
  if (!sort) return []
  const { up, down } = sortNames ?? { up: `${head}, lowest first`, down: `${head}, highest first` }
  return [
    { value: `-${sort}`, label: down },
    { value: sort, label: up },
  ]
}
