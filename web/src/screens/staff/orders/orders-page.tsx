import { type OrderStatus, orderStatuses, staffPaths } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../../lib/api.ts'
import { humanise } from '../../../lib/format.ts'
import { type ListParams, useListParams } from '../../../lib/list-params.ts'
import { GetForm } from '../../../ui/get-form.tsx'
import { Spinner } from '../../../ui/layout.tsx'
import { ListBar } from '../../../ui/list-bar.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { SubmitSelect } from '../../../ui/select.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { useIsTestShop } from '../payments/payments.api.ts'
import { orderColumns } from './order-columns.tsx'

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

interface StatusFilterProps {
  action: string
  status: OrderStatus | undefined
  /** The query of the page's address; its other keys are kept. */
  params: URLSearchParams
}

/** Filters all orders by status, including statuses without a list of their own. */
function StatusFilter({ action, status, params }: StatusFilterProps) {
  const id = useId()

  return (
    <GetForm action={action} kept={[...params].filter(([name]) => name !== 'status' && name !== 'page')}>
      <label htmlFor={id} className="sr-only">
        Status
      </label>
      <SubmitSelect
        id={id}
        name="status"
        defaultValue={status ?? ''}
        submitLabel="Show"
        className="min-h-11! border-line!"
      >
        <option value="">Any status</option>
        {orderStatuses.map(value => (
          <option key={value} value={value}>
            {humanise(value)}
          </option>
        ))}
      </SubmitSelect>
    </GetForm>
  )
}

interface Narrowed {
  status?: OrderStatus | undefined
  flag?: 'owed' | undefined
}

/** Orders of all customers, filtered by status, flag and the address's query. */
const staffOrdersQuery = ({ status, flag }: Narrowed, { page, size, keyword, ...list }: ListParams) => {
  const days = { from: list.from ?? '', to: list.to ?? '' }
  const query = { page, size: size ?? '', keyword, sort: list.sort ?? '', ...days, ...(flag && { flag }) }
  return queryOptions({
    queryKey: ['orders', 'staff', status ?? 'all', query],
    queryFn: () =>
      status ? call('GET /orders/status/:status', { params: { status }, query }) : call('GET /orders', { query }),
    staleTime: 0,
    ...keepRows,
  })
}
