import { paths, type StaffCategory } from '@mela/contract'
import { cx } from '../../../ui/layout/cx.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Picture } from '../../../ui/values/picture.tsx'
import { listColumns } from './list-columns.tsx'

interface CategoryTableProps {
  categories: StaffCategory[]
  onEdit: (category: StaffCategory) => void
  onDelete: (category: StaffCategory) => void
}

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

/** Why shoppers do not see the category; the switch that hides it while it is empty says nothing of a full one. */
function stateOf({ isHidden, hidesWhileEmpty, countInShop }: StaffCategory) {
  if (isHidden) return 'Hidden'
  return hidesWhileEmpty && countInShop === 0 && 'Hidden while empty'
}

export function CategoryTable({ categories, onEdit, onDelete }: CategoryTableProps) {
  const columns = [nameColumn, ...listColumns<StaffCategory>(paths.category, 'Products count', { onEdit, onDelete })]
  return <DataTable caption="Categories" columns={columns} rows={categories} keyOf={({ _id }) => _id} />
}
