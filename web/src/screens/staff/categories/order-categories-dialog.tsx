import type { StaffCategory } from '@mela/contract'
import { GripVertical } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { toastRefusal, toastWithUndo } from '../../../ui/toast.tsx'
import { useCategoryCalls } from './categories.api.ts'

const idsOf = (categories: readonly StaffCategory[]) => categories.map(({ _id }) => _id)

/** Sorts the categories for menus and home, by mouse, touch or arrow keys. */
export function OrderCategoriesDialog({ categories, onClose }: { categories: StaffCategory[]; onClose: () => void }) {
  const { order } = useCategoryCalls()
  const [seen] = useState(categories)
  const [placed, setPlaced] = useState(categories)

  const siblingsIn = (id: string | null) => placed.filter(({ parent }) => (parent?._id ?? null) === id)

  /** Puts sorted siblings into the places that the siblings had; children follow their parent. */
  function handleMoved(siblings: StaffCategory[]) {
    const isMoved = new Set(idsOf(siblings))
    const next = siblings.values()
    const mixed = placed.map(category => (isMoved.has(category._id) ? (next.next().value ?? category) : category))
    const top = mixed.filter(({ parent }) => !parent)
    setPlaced(top.flatMap(category => [category, ...mixed.filter(({ parent }) => parent?._id === category._id)]))
  }

  async function handleSave() {
    const [ids, before] = [idsOf(placed), idsOf(seen)]
    try {
      const { message } = await order(ids, before)
      toastWithUndo(message, () => order(before, ids))
    } catch (error) {
      toastRefusal(error, 'An error occurred while ordering the categories.')
    }
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Order of the categories"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={handleSave}>Save order</Button>
        </>
      }
    >
      <p className="text-ink-2">Menus and the home page show them in this order.</p>
      <Siblings items={siblingsIn(null)} onChange={handleMoved} label="Categories, in their order" />
      {siblingsIn(null).map(({ _id, name }) => {
        const items = siblingsIn(_id)
        return (
          items.length > 1 && (
            <section key={_id} className="grid gap-2">
              <h3 className="type-ui font-semibold!">
                In <bdi>{name}</bdi>
              </h3>
              <Siblings items={items} onChange={handleMoved} label={`In ${name}, in their order`} />
            </section>
          )
        )
      })}
    </Dialog>
  )
}

interface SiblingsProps {
  items: StaffCategory[]
  onChange: (items: StaffCategory[]) => void
  label: string
}

function Siblings({ items, onChange, label }: SiblingsProps) {
  return (
    <SortableList
      items={items}
      onChange={onChange}
      label={label}
      noun="category"
      className="grid gap-2"
      handleClassName="flex items-center gap-3 rounded-control border border-line bg-surface p-2 text-left"
      handle={({ name, picture }, place) => (
        <>
          <GripVertical className="size-4.5 shrink-0 text-ink-3" />
          <Picture picture={picture} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
          <span dir="auto" className="wrap-anywhere grow font-semibold">
            {name}
          </span>
          <span className="pr-2 text-ink-3 tabular-nums">{place}</span>
        </>
      )}
    />
  )
}
