import { formatPrice, type OrderSummary } from '@mela/contract'
import { Link } from 'react-router'
import { phoneUrl } from '../../lib/format.ts'
import { staffPaths } from '../../lib/staff-paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'

const columns: Column<OrderSummary>[] = [
  {
    key: 'customer',
    head: 'Customer',
    inCard: 'col-start-1 row-start-1',
    cell: ({ shippingAddress: { name, countryCode, phoneNumber, pinCode } }) => (
      <>
        <span className="block font-semibold">
          {name.firstName} {name.lastName}
        </span>
        <span className="type-small text-ink-2">
          <a href={phoneUrl(`+${countryCode}${phoneNumber}`)} className="hover:underline">
            +{countryCode} {phoneNumber}
          </a>{' '}
          · {pinCode}
        </span>
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    inCard: 'col-start-2 row-start-1 max-md:self-start max-md:text-right',
    cell: ({ status }) => <Badge status={status} />,
  },
  {
    key: 'id',
    head: 'Order Id',
    inCard: 'col-start-1 row-start-2 min-w-0',
    cell: ({ _id }) => (
      <Link to={staffPaths.order(_id)} className="break-all font-mono text-[0.8125rem] text-info hover:underline">
        {_id}
      </Link>
    ),
  },
  {
    key: 'total',
    head: 'Cart Value',
    align: 'right',
    inCard: 'col-start-2 row-start-2',
    cell: ({ totalAmount }) => formatPrice(totalAmount),
  },
]

export function RecentOrders({ orders }: { orders: OrderSummary[] }) {
  return <DataTable caption="Recent processing orders" columns={columns} rows={orders} keyOf={({ _id }) => _id} />
}
