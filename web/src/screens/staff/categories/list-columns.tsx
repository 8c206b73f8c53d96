import { staffPaths } from '@mela/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ShopLink } from '../../../ui/shop-link.tsx'

interface Listed {
  name: string
  slug: string
  count: number
  /** How many of them shoppers see; all of them unless given. */
  countInShop?: number
}

interface Actions<Row> {
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
}

/** The columns after the name in the tables of categories and of collections. */
export function listColumns<Row extends Listed>(
  pathOf: (slug: string) => string,
  countHead: string,
  { onEdit, onDelete }: Actions<Row>,
): Column<Row>[] {
  return [
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
}

export const categoryLinks = [
  { to: staffPaths.categories, label: 'All Categories' },
  { to: staffPaths.collections, label: 'Collections' },
]
