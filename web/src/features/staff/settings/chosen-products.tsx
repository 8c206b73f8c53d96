import { verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useQuery } from '@tanstack/react-query'
import { GripVertical, Trash2 } from 'lucide-react'
import { useController } from 'react-hook-form'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SortableList } from '../../../ui/controls/sortable-list.tsx'
import { Picture } from '../../../ui/values/picture.tsx'
import { ProductSearch } from './product-search.tsx'
import { pickedQuery } from './section-products.api.ts'

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
              <span dir="auto" className="wrap-anywhere grow">
                {name}
              </span>
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
      <ProductSearch label="Add products" chosen={ids} onAdd={({ _id }) => field.onChange([...ids, _id])} />
    </div>
  )
}
