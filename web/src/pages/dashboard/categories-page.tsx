import type { StaffCategory } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpDown, Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { AddCategoryDialog } from '../../features/staff/categories/add-category-dialog.tsx'
import { staffCategoriesQuery } from '../../features/staff/categories/categories.api.ts'
import { CategoryTable } from '../../features/staff/categories/category-table.tsx'
import { DeleteCategoryDialog } from '../../features/staff/categories/delete-category-dialog.tsx'
import { EditCategoryDialog } from '../../features/staff/categories/edit-category-dialog.tsx'
import { OrderCategoriesDialog } from '../../features/staff/categories/order-categories-dialog.tsx'
import { MediaPicker } from '../../features/staff/media/media-picker.tsx'
import { Async } from '../../ui/feedback/async.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx'
import { categoryLinks as links } from './category-links.ts'
import { Section } from './section.tsx'
import { SectionAction } from './section-action.tsx'

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
