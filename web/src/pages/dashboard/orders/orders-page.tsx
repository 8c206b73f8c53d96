import { type OrderStatus, orderStatuses, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { orderColumns } from '../../../features/staff/orders/order-columns.tsx'
import { staffOrdersQuery } from '../../../features/staff/orders/staff-orders.api.ts'
import { StatusFilter } from '../../../features/staff/orders/status-filter.tsx'
import { useIsTestShop } from '../../../features/staff/payments/staff-payments.api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { Spinner } from '../../../ui/layout/spinner.tsx'
import { ListBar } from '../../../ui/table/list-bar.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'

interface OrderList {
  path: string
  status?: OrderStatus
  flag?: 'owed'
  empty: string
}

/** 'Ready to Ship' lists the orders in processing, despite its path. */
const orderLists = {
  all: { path: staffPaths.orders, empty: 'No orders found.' },
  readyToShip: { path: staffPaths.readyToShip, status: 'processing', empty: 'No orders are ready to ship.' },
  delivered: { path: staffPaths.deliveredOrders, status: 'delivered', empty: 'No delivered orders found.' },
  cancelled: { path: staffPaths.cancelledOrders, status: 'cancelled', empty: 'No cancelled orders found.' },
  refundsDue: { path: staffPaths.refundsDue, flag: 'owed', empty: 'No refunds are due.' },
  refunded: { path: staffPaths.refundedOrders, status: 'refunded', empty: 'No refunded orders found.' },
} as const satisfies Record<string, OrderList>

const links = [
  { to: staffPaths.orders, label: 'All' },
  { to: staffPaths.deliveredOrders, label: 'Delivered' },
  { to: staffPaths.cancelledOrders, label: 'Cancelled' },
  { to: staffPaths.refundedOrders, label: 'Refunded' },
  { to: staffPaths.refundsDue, label: 'Refund due' },
]

export function OrdersPage({ list }: { list: keyof typeof orderLists }) {
  const { path, flag, empty, ...only }: OrderList = orderLists[list]
  const listParams = useListParams()
  const { keyword, params } = listParams
  const asked = list === 'all' ? orderStatuses.find(status => status === params.get('status')) : undefined
  const orders = useQuery(staffOrdersQuery({ status: only.status ?? asked, flag }, listParams))

  return (
    <Section
      title="Orders"
      links={links}
      action={<SectionAction label="Ready to Ship" icon={PackageCheck} to={staffPaths.readyToShip} />}
    >
      <ListBar action={path} label="Search orders" keyword={keyword} params={params}>
        {list === 'all' && <StatusFilter action={path} status={asked} params={params} />}
      </ListBar>
      <PagedTable
        query={orders}
        path={path}
        params={params}
        sortedBy="-created"
        caption="Orders"
        columns={orderColumns({ isTestShop: useIsTestShop() })}
        keyOf={({ _id }) => _id}
        loading={<FullScreenNote>Loading orders, please wait a moment...</FullScreenNote>}
        error="Something went wrong, please try reloading the page."
        empty={empty}
      />
    </Section>
  )
}

/** From then on the note covers the screen. */
const LATE_MS = 1000

/** A note that covers the screen once the list is late; it has no place in the layout, so that nothing moves. */
function FullScreenNote({ children }: { children: string }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null

  return createPortal(
    <div className="fixed inset-0 z-dialog grid place-items-center bg-paper p-4">
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Spinner /> <span>{children}</span>
      </p>
    </div>,
    document.body,
  )
}
