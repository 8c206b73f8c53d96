import { IDEMPOTENCY_HEADER, type NewCategory, newCategory, paths, type StaffCategory } from '@mela/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown, Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { countLabel } from '../../../lib/format.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { createRequestKey } from '../../../lib/request-key.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { cx } from '../../../ui/cx.ts'
import { type Column, DataTable, TableSkeleton } from '../../../ui/data-table.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectBox } from '../../../ui/select.tsx'
import { Field } from '../../../ui/text-field.tsx'
import { toastWithUndo } from '../../../ui/toast.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import { staffCategoriesQuery, useCategoryCalls } from './categories.api.ts'
import { CategoryFields, ParentField } from './category-fields.tsx'
import { EditCategoryDialog } from './edit-category-dialog.tsx'
import { categoryLinks as links, listColumns } from './list-columns.tsx'
import { OrderCategoriesDialog } from './order-categories-dialog.tsx'

const nameColumn: Column<StaffCategory> = {
  key: 'name',
  head: 'Name',
  cell: category => (
    <span className={cx('flex items-center gap-3', category.parent && 'pl-8 max-md:pl-0')}>
      <Picture picture={category.picture} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
      <span className="wrap-anywhere font-semibold">
        <span dir="auto">{category.name}</span>
        <span className="type-small block font-normal text-ink-2 empty:hidden">
          {[category.parent && `In ${category.parent.name}`, stateOf(category)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  ),
}

type Opened = { dialog: 'add' } | { dialog: 'order' } | { dialog: 'edit' | 'delete'; category: StaffCategory }

export function CategoriesPage() {
  const [opened, setOpened] = useState<Opened>()
  const categories = useQuery(staffCategoriesQuery())
  const isOrderable = (categories.data?.length ?? 0) > 1

  return (
    <Section
      title="Categories"
      links={links}
      action={
        <>
          {isOrderable && (
            <SectionAction label="Order" icon={ArrowUpDown} isQuiet onClick={() => setOpened({ dialog: 'order' })} />
          )}
          <SectionAction label="New Category" icon={Plus} onClick={() => setOpened({ dialog: 'add' })} />
        </>
      }
    >
      <Async
        query={categories}
        loading={<TableSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong please try reloading the page..."
        empty={<EmptyState icon={Tags} text="No categories found." />}
      >
        {categories => (
          <CategoryTable
            categories={categories}
            onEdit={category => setOpened({ dialog: 'edit', category })}
            onDelete={category => setOpened({ dialog: 'delete', category })}
          />
        )}
      </Async>
      <OpenDialog opened={opened} categories={categories.data ?? []} onClose={() => setOpened(undefined)} />
    </Section>
  )
}

interface OpenDialogProps {
  opened: Opened | undefined
  categories: StaffCategory[]
  onClose: () => void
}

function OpenDialog({ opened, categories, onClose }: OpenDialogProps) {
  if (opened?.dialog === 'add') return <AddCategoryDialog open categories={categories} onClose={onClose} />
  if (opened?.dialog === 'order') return <OrderCategoriesDialog categories={categories} onClose={onClose} />
  if (!opened) return null
  const { category } = opened
  if (opened.dialog === 'edit') {
    return (
      <EditCategoryDialog
        category={category}
        categories={categories}
        onClose={onClose}
        renderPicker={picker => <MediaPicker {...picker} />}
      />
    )
  }
  return (
    <DeleteCategoryDialog
      // The loaded category, because its number of products may change while the dialog is open.
      category={categories.find(({ _id }) => _id === category._id) ?? category}
      others={categories.filter(({ _id }) => _id !== category._id)}
      onClose={onClose}
    />
  )
}

interface CategoryTableProps {
  categories: StaffCategory[]
  onEdit: (category: StaffCategory) => void
  onDelete: (category: StaffCategory) => void
}

/** Why shoppers do not see the category; the switch that hides it while it is empty says nothing of a full one. */
function stateOf({ isHidden, hidesWhileEmpty, countInShop }: StaffCategory) {
  if (isHidden) return 'Hidden'
  return hidesWhileEmpty && countInShop === 0 && 'Hidden while empty'
}

export function CategoryTable({ categories, onEdit, onDelete }: CategoryTableProps) {
  const columns = [nameColumn, ...listColumns<StaffCategory>(paths.category, 'Products count', { onEdit, onDelete })]
  return <DataTable caption="Categories" columns={columns} rows={categories} keyOf={({ _id }) => _id} />
}

interface AddCategoryDialogProps {
  open: boolean
  categories: readonly StaffCategory[]
  onClose: () => void
}

function AddCategoryDialog({ open, categories, onClose }: AddCategoryDialogProps) {
  const { mutateAsync: create } = useCreateCategory()

  async function handleSubmit(input: NewCategory) {
    const answer = await create(input)
    onClose()
    return answer
  }

  return (
    <Dialog open={open} onClose={onClose} title="Add Category">
      <Form
        schema={newCategory}
        onSubmit={handleSubmit}
        invalid="Some fields are invalid. Please check the form and try again."
        fallback="An error occurred while creating the category."
        defaultValues={{ name: '', slug: '', parent: '' }}
      >
        <CategoryFields />
        {categories.length > 0 && <ParentField categories={categories} />}
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton variant="default">Add category</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

interface DeleteCategoryDialogProps {
  category: StaffCategory
  /** Categories that can take the products of the deleted one. */
  others: StaffCategory[]
  onClose: () => void
}

/** Asks where the products of a category are moved before the category is deleted. */
function DeleteCategoryDialog({ category, others, onClose }: DeleteCategoryDialogProps) {
  const { remove, restore } = useCategoryCalls()
  const [moveTo, setMoveTo] = useState('')
  const { _id: id, name, ownCount: count } = category
  const isStuck = count > 0 && others.length === 0
  const children = others.filter(({ parent }) => parent?._id === id)

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete category"
      isDisabled={(count > 0 && moveTo === '') || children.length > 0}
      perform={() => remove(id, count > 0 ? moveTo : '')}
      onClose={onClose}
      onDone={onClose}
      notify={({ message }) => toastWithUndo(message, () => restore(id))}
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
              <SelectBox {...control} value={moveTo} onChange={({ target }) => setMoveTo(target.value)}>
                <option value="">Choose a category</option>
                {others.map(other => (
                  <option key={other._id} value={other._id}>
                    {other.name}
                  </option>
                ))}
              </SelectBox>
            )}
          </Field>
        </>
      )}
    </ConfirmDialog>
  )
}

/** Creates a category and reloads categories, so that the menu shows it at once. */
function useCreateCategory() {
  const queryClient = useQueryClient()
  const [key] = useState(createRequestKey)
  return useMutation({
    mutationFn: (body: NewCategory) =>
      call('POST /categories', { body, headers: { [IDEMPOTENCY_HEADER]: key.of(body) } }),
    onSuccess: () => {
      key.renew()
      return refresh(queryClient, 'categories')
    },
  })
}
