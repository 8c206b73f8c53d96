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
  cell: ({ name, picture, parent, ...category }) => (
    <span className={cx('flex items-center gap-3', parent && 'pl-8 max-md:pl-0')}>
      <Picture picture={picture} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
      <span className="wrap-anywhere font-semibold">
        <span dir="auto">{name}</span>
        <span className="type-small block font-normal text-ink-2 empty:hidden">
          {[parent && `In ${parent.name}`, stateOf(category)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </span>
  ),
}

function stateOf({ isHidden, hidesWhileEmpty }: Pick<StaffCategory, 'isHidden' | 'hidesWhileEmpty'>) {
  if (isHidden) return 'Hidden'
  return hidesWhileEmpty && 'Hidden while empty'
}

export function CategoryTable({ categories, onEdit, onDelete }: CategoryTableProps) {
  const columns = [nameColumn, ...listColumns<StaffCategory>(paths.category, 'Products count', { onEdit, onDelete })]
  return <DataTable caption="Categories" columns={columns} rows={categories} keyOf={({ _id }) => _id} />
}
