import type { ProductCard } from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Picture } from '../../../ui/picture.tsx'

interface ProductSearchProps {
  label: string
  chosen: readonly string[]
  onAdd: (product: ProductCard) => void
}

/** Finds products by what is typed; each that is found is a button. */
export function ProductSearch({ label, chosen, onAdd }: ProductSearchProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const { data = [] } = useQuery({
    ...dataQuery('GET /products', { query: { keyword, page: 1, size: 8, view: 'card' } }),
    placeholderData: keepPreviousData,
  })
  const found = data.filter(({ _id }) => !chosen.includes(_id))

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="type-ui">
        {label}
      </label>
      <input
        dir="auto"
        id={id}
        type="search"
        value={typed}
        maxLength={100}
        autoComplete="off"
        placeholder="Search products"
        onChange={event => setTyped(event.currentTarget.value)}
        // Enter would submit the surrounding form and save the settings.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        className="control"
      />
      <ul aria-label="Products found" className="grid max-h-72 gap-1 overflow-y-auto">
        {found.map(product => (
          <li key={product._id}>
            <button
              type="button"
              aria-label={`Add ${product.name}`}
              className="flex min-h-11 w-full items-center gap-3 rounded-control p-1.5 text-left transition-colors hover:bg-ink/6"
              onClick={() => onAdd(product)}
            >
              <Picture picture={product.thumbnail} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
              <span dir="auto" className="wrap-anywhere grow">
                {product.name}
              </span>
              <Plus className="size-4.5 shrink-0 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
