import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useQuery } from '@tanstack/react-query'
import { GripVertical, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SortableList } from '../../../ui/controls/sortable-list.tsx'
import { Picture } from '../../../ui/values/picture.tsx'
import { pickedQuery, pickerQuery } from './section-products.api.ts'

/** Chooses products by a search and sorts them. Must be inside a `Form`. */
export function ChosenProducts({ name }: { name: string }) {
  const { field, fieldState } = useController<Record<string, string[]>>({ name })
  const ids = field.value ?? []
  const { data: picked = [] } = useQuery(pickedQuery(ids))
  const items = ids.map(_id => {
    const card = picked.find(card => card._id === _id)
    return { _id, name: card?.name ?? 'A product that is not on sale', thumbnail: card?.thumbnail ?? null }
  })
  const message = fieldState.error?.message

  return (
    <div className="grid gap-3">
      {items.length > 0 && (
        <SortableList
          items={items}
          onChange={sorted => field.onChange(sorted.map(({ _id }) => _id))}
          label="Chosen products, in their order"
          noun="product"
          strategy={verticalListSortingStrategy}
          className="grid gap-2"
          handleClassName="flex w-full items-center gap-3 rounded-control border border-line bg-surface p-2 pr-12 text-left"
          handle={({ name, thumbnail }) => (
            <>
              <GripVertical className="size-4.5 shrink-0 text-ink-3" />
              <Picture picture={thumbnail} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
              <span className="wrap-anywhere grow">{name}</span>
            </>
          )}
          actions={({ _id, name }) => (
            <IconButton
              label={`Remove ${name}`}
              size={40}
              tipEnd
              className="absolute! top-2 right-1 text-ink-2"
              onClick={() => field.onChange(ids.filter(id => id !== _id))}
            >
              <Trash2 />
            </IconButton>
          )}
        />
      )}
      {message && (
        <p role="alert" className="type-small text-danger">
          {message}
        </p>
      )}
      <ProductSearch chosen={ids} onAdd={id => field.onChange([...ids, id])} />
    </div>
  )
}

interface ProductSearchProps {
  chosen: readonly string[]
  onAdd: (id: string) => void
}

function ProductSearch({ chosen, onAdd }: ProductSearchProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { data = [] } = useQuery(pickerQuery(useDebounced(typed.trim())))
  const found = data.filter(({ _id }) => !chosen.includes(_id))

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="type-ui">
        Add products
      </label>
      <input
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
        {found.map(({ _id, name, thumbnail }) => (
          <li key={_id}>
            <button
              type="button"
              aria-label={`Add ${name}`}
              className="flex min-h-11 w-full items-center gap-3 rounded-control p-1.5 text-left transition-colors hover:bg-ink/6"
              onClick={() => onAdd(_id)}
            >
              <Picture picture={thumbnail} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
              <span className="wrap-anywhere grow">{name}</span>
              <Plus className="size-4.5 shrink-0 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
