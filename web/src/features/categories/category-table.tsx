import type { Category } from '@mela/contract'
import { ExternalLink } from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Picture } from '../../ui/picture.tsx'

const columns: Column<Category>[] = [
  {
    key: 'name',
    head: 'Name',
    cell: ({ name, picture }) => (
      <span className="flex items-center gap-3">
        <Picture picture={picture} alt="" sizes="40px" className="size-10! shrink-0 rounded-control" />
        <span className="wrap-anywhere font-semibold">{name}</span>
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

export function CategoryTable({ categories }: { categories: Category[] }) {
  return <DataTable caption="Categories" columns={columns} rows={categories} keyOf={({ _id }) => _id} />
}
