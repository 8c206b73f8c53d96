import { paths, type StaffCollection } from '@mela/contract'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { usePrice } from '../../../lib/shop.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'

interface CollectionTableProps {
  collections: StaffCollection[]
  onEdit: (collection: StaffCollection) => void
  onDelete: (collection: StaffCollection) => void
}

export function CollectionTable({ collections, onEdit, onDelete }: CollectionTableProps) {
  const price = usePrice()
  const columns: Column<StaffCollection>[] = [
    {
      key: 'name',
      head: 'Name',
      cell: collection => (
        <span className="wrap-anywhere font-semibold">
          {collection.name}
          <span className="type-small block font-normal text-ink-2">
            {[...ruleInWords(collection, price), collection.isHidden && 'Hidden'].filter(Boolean).join(' · ')}
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
          href={paths.collection(slug)}
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
      head: 'Products',
      align: 'right',
      isNamedInCard: true,
      inCard: 'max-md:row-start-2 max-md:col-start-2',
      cell: ({ count }) => count,
    },
    {
      key: 'actions',
      head: 'Actions',
      isHeadHidden: true,
      align: 'right',
      inCard: 'max-md:row-start-1 max-md:col-start-2',
      cell: collection => (
        <span className="-mr-2.5 inline-flex text-ink-2 [&_svg]:size-4.5">
          <IconButton label={`Edit ${collection.name}`} size={40} onClick={() => onEdit(collection)}>
            <Pencil />
          </IconButton>
          <IconButton label={`Delete ${collection.name}`} size={40} tipEnd onClick={() => onDelete(collection)}>
            <Trash2 />
          </IconButton>
        </span>
      ),
    },
  ]
  return <DataTable caption="Collections" columns={columns} rows={collections} keyOf={({ _id }) => _id} />
}

function ruleInWords({ maxPrice, newDays, tag, onSale }: StaffCollection, price: (amount: number) => string) {
  return [
    maxPrice !== null && `Up to ${price(maxPrice)}`,
    newDays !== null && (newDays === 1 ? 'Added today' : `Added in the last ${newDays} days`),
    tag !== null && `Tag “${tag}”`,
    onSale && 'On sale',
  ]
}
