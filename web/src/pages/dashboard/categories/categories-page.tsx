import { useQuery } from '@tanstack/react-query'
import { Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { AddCategoryDialog } from '../../../features/categories/add-category-dialog.tsx'
import { staffCategoriesQuery } from '../../../features/categories/categories.api.ts'
import { CategoryTable } from '../../../features/categories/category-table.tsx'
import { staffPaths } from '../../../lib/staff-paths.ts'
import { Async } from '../../../ui/async.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'

const links = [{ to: staffPaths.categories, label: 'All Categories' }]

export function CategoriesPage() {
  const [isAdding, setIsAdding] = useState(false)

  return (
    <Section
      title="Categories"
      links={links}
      action={<SectionAction label="New Category" icon={Plus} onClick={() => setIsAdding(true)} />}
    >
      <Async
        query={useQuery(staffCategoriesQuery())}
        loading={<TableSkeleton />}
        errorPrefix="Error: "
        error="Something went wrong please try reloading the page..."
        empty={<EmptyState icon={Tags} text="No categories found." />}
      >
        {categories => <CategoryTable categories={categories} />}
      </Async>
      <AddCategoryDialog open={isAdding} onClose={() => setIsAdding(false)} />
    </Section>
  )
}
