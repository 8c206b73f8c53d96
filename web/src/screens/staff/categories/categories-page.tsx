import { paths, type StaffCategory } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpDown, GripVertical, Tags } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { SortableList } from '../../../ui/sortable-list.tsx'
import { Field } from '../../../ui/text-field.tsx'
import { toastRefusal, toastWithUndo } from '../../../ui/toast.tsx'
import { SectionAction } from '../layout/section.tsx'
import { optionsOf, staffCategoriesQuery } from './categories.api.ts'
import { CategoryDialog } from './category-dialogs.tsx'
import { GroupPage } from './category-parts.tsx'

function CategoryName({ category }: { category: StaffCategory }) {
  return (
    <span className={cx('flex items-center gap-3', category.parent && 'pl-8 max-md:pl-0')}>
      <Picture picture={category.picture} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
      <span className="wrap-anywhere font-semibold">
        <span dir="auto">{category.name}</span>
        <span className="type-small block font-normal text-ink-2 empty:hidden">
          {[category.parent && `In ${category.parent.name}`, stateOf(category)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  )
}

export function CategoriesPage() {
  const [isOrdering, setIsOrdering] = useState(false)
  const query = useQuery(staffCategoriesQuery())
  const categories = query.data ?? []

  return (
    <>
      <GroupPage
        query={query}
        caption="Categories"
        icon={Tags}
        empty="No categories found."
        addLabel="New Category"
        action={
          categories.length > 1 && (
            <SectionAction label="Order" icon={ArrowUpDown} isQuiet onClick={() => setIsOrdering(true)} />
          )
        }
        nameCell={category => <CategoryName category={category} />}
        pathOf={paths.category}
        countHead="Products count"
        editorOf={(category, onClose) => (
          <CategoryDialog category={category} categories={categories} onClose={onClose} />
        )}
        deletionOf={(opened, onClose) => (
          <DeleteCategoryDialog opened={opened} categories={categories} onClose={onClose} />
        )}
      />
      {isOrdering && <OrderCategoriesDialog categories={categories} onClose={() => setIsOrdering(false)} />}
    </>
  )
}

/** Why shoppers do not see the category; the switch that hides it while it is empty says nothing of a full one. */
function stateOf({ isHidden, hidesWhileEmpty, countInShop }: StaffCategory) {
  if (isHidden) return 'Hidden'
  return hidesWhileEmpty && countInShop === 0 && 'Hidden while empty'
}

interface DeleteCategoryDialogProps {
  /** The category when the dialog was opened; its number of products may change until it is deleted. */
  opened: StaffCategory
  categories: StaffCategory[]
  onClose: () => void
}

/** Asks where the products of a category are moved before the category is deleted. */
function DeleteCategoryDialog({ opened, categories, onClose }: DeleteCategoryDialogProps) {
  const after = useRefreshAfter('categories', 'products')
  const [moveTo, setMoveTo] = useState('')
  const { _id: id, name, ownCount: count } = categories.find(({ _id }) => _id === opened._id) ?? opened
  const params = { id }
  const others = categories.filter(({ _id }) => _id !== id)
  const isStuck = count > 0 && others.length === 0
  const children = others.filter(({ parent }) => parent?._id === id)

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete category"
      isDisabled={(count > 0 && moveTo === '') || children.length > 0}
      perform={() => after(call('DELETE /categories/:id', { params, query: { moveTo: count > 0 ? moveTo : '' } }))}
      onClose={onClose}
      notify={({ message }) => toastWithUndo(message, () => after(call('POST /categories/:id/restore', { params })))}
      fallback="An error occurred while deleting the category."
    >
      {children.length > 0 && (
        <p className="text-ink-2">
          <bdi>{children.map(({ name }) => name).join(', ')}</bdi>{' '}
          <span>
            {children.length === 1 ? 'is in it. Move or delete it first.' : 'are in it. Move or delete them first.'}
          </span>
        </p>
      )}
      {count === 0 && children.length === 0 && (
        <p className="text-ink-2">It has no products. Its page leaves the shop.</p>
      )}
      {isStuck && (
        <p className="text-ink-2">
          It has <span>{countLabel(count, 'product')}</span>, and there is no other category for them. Add one first.
        </p>
      )}
      {count > 0 && !isStuck && (
        <>
          <p className="text-ink-2">Its products move to another category, and its address leads there.</p>
          <Field label={`Move ${countLabel(count, 'product')} to`}>
            {control => (
              <SelectBox
                {...control}
                value={moveTo}
                onChange={({ target }) => setMoveTo(target.value)}
                placeholder="Choose a category"
                options={optionsOf(others)}
              />
            )}
          </Field>
        </>
      )}
    </ConfirmDialog>
  )
}

const idsOf = (categories: readonly StaffCategory[]) => categories.map(({ _id }) => _id)

function OrderCategoriesDialog({ categories, onClose }: { categories: StaffCategory[]; onClose: () => void }) {
  const after = useRefreshAfter('categories', 'products')
  const order = (ids: string[], seen: string[]) => after(call('PUT /categories/order', { body: { ids, seen } }))
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
