import type { Facets } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId } from 'react'
import { Async } from '../../ui/async.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { GetForm } from '../../ui/get-form.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { SubmitSelect } from '../../ui/select.tsx'
import { FilterForm } from './filter-form.tsx'
import { keptWithout, type ProductScope } from './list-address.ts'

const orders = [
  ['price-asc', 'Price: low to high'],
  ['price-desc', 'Price: high to low'],
  ['rating', 'Best rated'],
] as const

interface FilterPanelProps {
  id: string
  scope: ProductScope
  facets: UseQueryResult<Facets>
  /** Label of the button that closes it. */
  closeLabel: string
}

/**
 * The filters of a list: a popover on small screens, which opens without JavaScript; in the page's grid on large ones.
 */
export function FilterPanel({ id, scope, facets, closeLabel }: FilterPanelProps) {
  const closes = { popoverTarget: id, popoverTargetAction: 'hide' } as const

  return (
    <section
      id={id}
      popover="auto"
      aria-labelledby={`${id}title`}
      className="dialog-in fixed inset-x-0 top-auto bottom-0 m-0 max-h-[88dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-dialog bg-surface px-5 text-ink shadow-dialog lg:contents dark:border"
    >
      <div className="sticky top-0 z-1 -mx-5 flex items-center justify-between bg-surface py-3 pr-3 pl-5 lg:sr-only">
        <h2 id={`${id}title`} className="type-h3">
          Filter and sort
        </h2>
        <IconButton label="Close" tipEnd className="lg:hidden" {...closes}>
          <X />
        </IconButton>
      </div>
      <SortForm
        scope={scope}
        className="flex items-center gap-3 pb-6 lg:col-start-2 lg:row-start-1 lg:self-center lg:justify-self-end lg:pb-0 max-lg:[&>div]:grow"
      />
      <div className="lg:sticky lg:top-22 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:-mx-2 lg:max-h-[calc(100dvh-6.5rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:pt-2 lg:[scrollbar-width:none]">
        <Async isLate query={facets} loading={<FilterFormSkeleton />} error="Something went wrong...">
          {data => <FilterForm scope={scope} facets={data} />}
        </Async>
      </div>
      <div className="sticky bottom-0 -mx-5 bg-surface px-5 py-4 lg:hidden">
        <Button wide {...closes}>
          {closeLabel}
        </Button>
      </div>
    </section>
  )
}

function FilterFormSkeleton() {
  return (
    <div className="grid gap-8">
      <Skeleton className="h-36 rounded-control" />
      <Skeleton className="h-56 rounded-control" />
      <Skeleton className="h-24 rounded-control" />
    </div>
  )
}

/** A search starts by relevance, all other lists with the newest. */
function SortForm({ scope, className }: { scope: ProductScope; className?: string }) {
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
