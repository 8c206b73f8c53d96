import { paths, type StaffCollection } from '@mela/contract'
import { usePrice } from '../../../lib/shop.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { listColumns } from './list-columns.tsx'

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
          <span dir="auto">{collection.name}</span>
          <span className="type-small block font-normal text-ink-2">
            {[...ruleInWords(collection, price), collection.isHidden && 'Hidden'].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    ...listColumns<StaffCollection>(paths.collection, 'Products', { onEdit, onDelete }),
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
