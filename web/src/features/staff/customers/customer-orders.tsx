import { type OrderSummary, orderName, staffPaths } from '@mela/contract'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { countLabel, priceText } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { Time } from '../../../ui/values/time.tsx'

const columns: Column<OrderSummary>[] = [
  {
    key: 'id',
    head: 'Order Id',
    cell: ({ _id, number }) => (
      <Link
        to={staffPaths.order(_id)}
        className="wrap-anywhere inline-flex min-h-8 items-center font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline pointer-coarse:min-h-11"
      >
        {orderName({ _id, number })}
      </Link>
    ),
  },
  {
    key: 'date',
    head: 'Placed',
    className: 'text-ink-2',
    inCard: 'max-md:row-start-2',
    cell: ({ createdAt, products }) => (
      <span>
        <Time value={createdAt} /> · <span>{countLabel(products.length, 'product')}</span>
      </span>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    inCard: 'max-md:row-start-1 max-md:col-start-2 max-md:justify-self-end',
    cell: ({ status }) => <Badge status={status} />,
  },
  {
    key: 'total',
    head: 'Cart Value',
    align: 'right',
    inCard: 'max-md:row-start-2 max-md:col-start-2',
    cell: ({ totalAmount, currency }) => priceText(totalAmount, currency),
  },
]

interface CustomerOrdersProps {
  userId: string
  orders: ComponentProps<typeof PagedTable<OrderSummary>>['query']
  /** The query of the page's address. */
  params: URLSearchParams
}

export function CustomerOrders({ userId, orders, params }: CustomerOrdersProps) {
  return (
    <section aria-label="Orders" className="grid content-start gap-3">
      <h2 className="font-semibold text-base">Orders</h2>
      <PagedTable
        caption="Orders"
        query={orders}
        path={staffPaths.customer(userId)}
        params={params}
        columns={columns}
        keyOf={({ _id }) => _id}
        error="Something went wrong, please try reloading the page."
        empty="No orders found."
        isPaged={(orders.data?.meta.total ?? 0) > 8}
      />
    </section>
  )
}
