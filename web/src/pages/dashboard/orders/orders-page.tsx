import { orderStatuses } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { orderColumns } from '../../../features/staff/orders/order-columns.tsx'
import { staffOrdersQuery } from '../../../features/staff/orders/staff-orders.api.ts'
import { StatusFilter } from '../../../features/staff/orders/status-filter.tsx'
import { useIsTestShop } from '../../../features/staff/payments/staff-payments.api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { staffPaths } from '../../../lib/staff-paths.ts'
import { FullScreenNote } from '../../../ui/feedback/full-screen-note.tsx'
import { ListBar } from '../../../ui/table/list-bar.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'
import { type OrderList, orderLists } from './order-lists.ts'

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
