import { staffPaths } from '@mela/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { Async } from '../../../ui/async.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { type Column, DataTable, TableSkeleton } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { ShopLink } from '../../../ui/shop-link.tsx'

interface Listed {
  _id: string
  name: string
  slug: string
  count: number
  /** How many of them shoppers see; all of them unless given. */
  countInShop?: number
}

interface GroupTableProps<Row> {
  query: UseQueryResult<Row[]>
  caption: string
  icon: LucideIcon
  empty: string
  nameCell: Column<Row>['cell']
  pathOf: (slug: string) => string
  countHead: string
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
}

/** All categories, or all collections. */
export function GroupTable<Row extends Listed>(props: GroupTableProps<Row>) {
  const { query, caption, icon, empty, nameCell, pathOf, countHead, onEdit, onDelete } = props
  const columns: Column<Row>[] = [
    { head: 'Name', cell: nameCell },
    {
      head: 'Slug',
      inCard: 'max-md:row-start-2',
      cell: ({ slug }) => <ShopLink path={pathOf(slug)} text={slug} />,
    },
    {
      head: countHead,
      align: 'right',
      isNamedInCard: true,
      inCard: 'max-md:row-start-2 max-md:col-start-2',
      cell: ({ count, countInShop = count }) => (
        <>
          <span>{countInShop}</span>
          {count > countInShop && (
            <span className="type-small block text-ink-2">{`and ${count - countInShop} inactive`}</span>
          )}
        </>
      ),
    },
    {
      head: 'Actions',
      isHeadHidden: true,
      align: 'right',
      inCard: 'max-md:row-start-1 max-md:col-start-2',
      cell: row => (
        <span className="-mr-2.5 inline-flex text-ink-2 [&_svg]:size-4.5">
          <IconButton label={`Edit ${row.name}`} size={40} onClick={() => onEdit(row)}>
            <Pencil />
          </IconButton>
          <IconButton label={`Delete ${row.name}`} size={40} tipEnd onClick={() => onDelete(row)}>
            <Trash2 />
          </IconButton>
        </span>
      ),
    },
  ]

  return (
    <Async
      query={query}
      loading={<TableSkeleton />}
      errorPrefix="Error: "
      error="Something went wrong please try reloading the page..."
      empty={<EmptyState icon={icon} text={empty} />}
    >
      {rows => <DataTable caption={caption} columns={columns} rows={rows} keyOf={({ _id }) => _id} />}
    </Async>
  )
}

export const categoryLinks = [
  { to: staffPaths.categories, label: 'All Categories' },
  { to: staffPaths.collections, label: 'Collections' },
]
