import { paths, type StaffCategory } from '@mela/contract'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { cx } from '../../../ui/layout/cx.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Picture } from '../../../ui/values/picture.tsx'

interface CategoryTableProps {
  categories: StaffCategory[]
  onEdit: (category: StaffCategory) => void
  onDelete: (category: StaffCategory) => void
}

const columns: Column<StaffCategory>[] = [
  {
    key: 'name',
    head: 'Name',
    cell: ({ name, picture, parent, ...category }) => (
      <span className={cx('flex items-center gap-3', parent && 'pl-8 max-md:pl-0')}>
        <Picture picture={picture} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
        <span className="wrap-anywhere font-semibold">
          {name}
          <span className="type-small block font-normal text-ink-2 empty:hidden">
            {[parent && `In ${parent.name}`, stateOf(category)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
    ),
  },
  {
    key: 'slug',
    head: 'Slug',
    inCard: 'max-md:row-start-2',
    cell: ({ slug }) => (
      <a
        href={paths.category(slug)}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-8 items-center gap-1.5 break-all font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline pointer-coarse:min-h-11"
      >
        {slug}
        <ExternalLink className="size-3.5" />
        <span className="sr-only">, in a new tab</span>
      </a>
    ),
  },
  {
    key: 'count',
    head: 'Products count',
    align: 'right',
    isNamedInCard: true,
    inCard: 'max-md:row-start-2 max-md:col-start-2',
    cell: ({ count }) => count,
  },
]

function stateOf({ isHidden, hidesWhileEmpty }: Pick<StaffCategory, 'isHidden' | 'hidesWhileEmpty'>) {
  if (isHidden) return 'Hidden'
  return hidesWhileEmpty && 'Hidden while empty'
}

export function CategoryTable({ categories, onEdit, onDelete }: CategoryTableProps) {
  const actions: Column<StaffCategory> = {
    key: 'actions',
    head: 'Actions',
    isHeadHidden: true,
    align: 'right',
    inCard: 'max-md:row-start-1 max-md:col-start-2',
    cell: category => (
      <span className="-mr-2.5 inline-flex [&_svg]:size-4.5">
        <IconButton label={`Edit ${category.name}`} size={40} className="text-ink-2" onClick={() => onEdit(category)}>
          <Pencil />
        </IconButton>
        <IconButton
          label={`Delete ${category.name}`}
          size={40}
          tipEnd
          className="text-ink-2"
          onClick={() => onDelete(category)}
        >
          <Trash2 />
        </IconButton>
      </span>
    ),
  }

  return <DataTable caption="Categories" columns={[...columns, actions]} rows={categories} keyOf={({ _id }) => _id} />
}
